notice(dig44('a', ['b']))
