notice(lest(undef) || { break() })
