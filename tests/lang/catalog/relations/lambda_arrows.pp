$names = ['a', 'b', 'c']
$names.each |$n| { notify { $n: } }
[['a', 'b'], ['b', 'c']].each |$pair| { Notify[$pair[0]] -> Notify[$pair[1]] }
