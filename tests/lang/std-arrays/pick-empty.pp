notice(pick('', undef))
