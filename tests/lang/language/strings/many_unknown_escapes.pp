# The lexer's warnings are logged at once: max_warnings (10) is for those of the validation.
notice("\a\b\c\d\e\g\h\i\j\k\l\m")
notice("\uXYZ")
