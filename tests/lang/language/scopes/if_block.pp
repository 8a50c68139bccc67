if true { $v = 1 }
notice($v)
