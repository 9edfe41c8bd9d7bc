"""Games without people, by the thousand: bots, a mocked narrator, the real engine (docs/playtests.md)."""
