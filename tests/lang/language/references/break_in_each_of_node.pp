node default {
  [1, 2].each |$x| { if $x == 2 { break() } notify { "n${x}": } }
}
