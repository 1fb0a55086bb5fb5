double certainty = 1;
