type A = Object[{attributes => {a => Integer, b => { type => Integer, value => 3}}}]
notice(3 =~ Init[A], 'x' =~ Init[A], {a => 1} =~ Init[A], [1,2] =~ Init[A], A(1) =~ Init[A])
notice(Init[A](3), Init[A]([1,2]), Init[A]({a => 5}))
