type A = Object[{attributes => {'A' => {type => Integer, kind => 'x'}}}]
notice(A)
