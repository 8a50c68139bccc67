notice(intersection([1], undef))
