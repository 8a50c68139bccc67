[1, 2].each |$x| {
  ['a', 'b'].each |$y| {
    if $y == 'b' { break() }
    notice("${x}${y}")
  }
}
