notice(1.then |$x| { $x + 1 }, undef.then |$x| { 1 } == undef)
notice(undef.lest || { 'none' }, 4.lest || { 'none' })
