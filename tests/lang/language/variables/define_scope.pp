$x = 'top'
define d($p) {
  $y = "${p} ${x}"
  notice($y, $title, $name)
}
d { 'one': p => 1 }
d { 'two': p => 2 }
