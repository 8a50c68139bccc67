# It registers nothing.
