$a = [1, 2]
notice(*$a, *'x', [*$a, 3], *undef, [*{ a => 1 }])
