type A = Object[{attributes => {a => Array[Integer]}}]
notice(A([1,2]).a[0])
notice(A([1,2]).a.map |$x| { $x * 2 })
