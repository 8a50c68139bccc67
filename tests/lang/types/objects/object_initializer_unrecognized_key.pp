type A = Object[{attribs => {a => {type => Integer, kind => 'x'}}}]
notice(A)
