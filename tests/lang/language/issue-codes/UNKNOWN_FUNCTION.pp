nothing_like_it(1)
