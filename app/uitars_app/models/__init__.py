"""Models and servers as the models page shows them."""
