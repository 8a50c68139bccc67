include base::sub
