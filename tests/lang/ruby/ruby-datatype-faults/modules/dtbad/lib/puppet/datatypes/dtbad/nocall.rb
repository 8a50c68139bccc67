# Nothing of the kind.
1 + 1
