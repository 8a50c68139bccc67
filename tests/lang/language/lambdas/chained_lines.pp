notice([1, 2, 3]
  .map |$x| { $x + 1 }
  .filter |$x| { $x != 3 })
