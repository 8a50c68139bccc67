notice(compare(Binary(''), 1))
