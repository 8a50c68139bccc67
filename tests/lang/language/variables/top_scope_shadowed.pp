$x = 'top'
class c {
  $x = 'class'
  notice($x, $::x)
}
include c
notice($x)
