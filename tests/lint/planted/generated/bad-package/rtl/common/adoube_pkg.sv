// Somebody edited this by hand.
