notice(dig44({}))
