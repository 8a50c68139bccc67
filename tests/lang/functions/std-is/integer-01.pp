notice(is_integer('a'), is_integer('1'), is_integer("x\n5"), is_integer('05'), is_integer('-0'), is_integer(7), is_integer(7.0), is_integer(undef), is_integer([1]), is_integer('1_0'), is_integer(''))
