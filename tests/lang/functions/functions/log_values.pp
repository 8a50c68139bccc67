notice([1, 2], { a => [b] }, undef, true, 1.5, Integer, /x/, default)
notice()
