notice(is_bool(true), is_bool('true'), is_bool(undef))
