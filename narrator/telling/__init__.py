"""How the offline narrator tells: phrases with their grammar, an author's texts, sentences held apart."""
