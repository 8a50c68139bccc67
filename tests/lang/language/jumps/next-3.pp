$r = if true { next(1) }
notice($r)
