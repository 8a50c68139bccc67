$r = ['a', 'b'].map |$x| { getparam(Notify[$x], 'message') }
notice($r)
