class q inherits nosuch { }
include q
