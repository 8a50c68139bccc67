notice([1,2,3,4,5,6].step(2).step(2).map |$x| {$x}, [1,2,3].step(5).map |$x| {$x}, 'abcdef'.step(2).map |$x| {$x})
