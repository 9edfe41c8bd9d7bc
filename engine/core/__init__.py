"""CORE, the main ruleset: a French d6 system by Notsag (CC BY 4.0), here in our own words."""
