notice("never closed)
