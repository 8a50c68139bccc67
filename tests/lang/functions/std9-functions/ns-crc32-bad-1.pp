$r = stdlib::crc32([1])
