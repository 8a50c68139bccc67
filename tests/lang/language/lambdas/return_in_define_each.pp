define d() {
  [1, 2].each |$x| { if $x == 2 { return() } notify { "${title}${x}": } }
  notify { 'not reached': }
}
d { 'a': }
