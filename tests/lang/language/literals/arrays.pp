notice([1, 'two', 3.0, [4, [5]], {}, undef, true], [])
$a = [1, 2,]
notice($a)
