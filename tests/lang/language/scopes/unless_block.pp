unless false { $v = 'u' }
notice($v)
