type A = Enum['a', 'b', true]
notice('A' =~ A, A, Enum['a', true] == Enum['A', true], Enum['a', true] >= Enum['A'], Enum['A', true] < String)
