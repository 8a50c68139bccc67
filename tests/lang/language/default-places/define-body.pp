define d() {
  $x = lookup('a_missing')
}

d { 'a': }
