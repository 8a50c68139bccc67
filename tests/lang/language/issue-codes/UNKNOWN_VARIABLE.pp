notice($nothing_like_it)
