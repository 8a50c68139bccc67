$r = stdlib::crc32(/ab/)
