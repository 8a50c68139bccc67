notice(union([1], undef))
