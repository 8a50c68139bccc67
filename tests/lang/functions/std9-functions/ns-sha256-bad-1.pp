$r = stdlib::sha256(default)
