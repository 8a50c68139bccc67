$u = undef
notice($u['x'])
