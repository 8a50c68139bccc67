$n = dt::early('eve')
notice($n.shout)
