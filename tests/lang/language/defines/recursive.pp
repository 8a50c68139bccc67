define d($n) {
  notice($n)
  if $n > 0 { d { "${title}x": n => $n - 1 } }
}
d { 'x': n => 3 }
