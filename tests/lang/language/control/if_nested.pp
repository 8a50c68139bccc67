if true {
  if false { notice('a') } else {
    unless false { notice('b') }
  }
}
