case 1 { 1: { $v = 'set' } default: { } }
notice($v)
