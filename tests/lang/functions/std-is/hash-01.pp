notice(is_hash({}), is_hash([]), is_hash(undef))
