notice(Array([1, 2, 3].reverse_each), Hash([1, 2, 3, 4].reverse_each), Array([1, 2, 3, 4].step(2)), Array[Integer]([1, 2].reverse_each))
