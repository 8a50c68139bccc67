$r = stdlib::crc32(undef)
