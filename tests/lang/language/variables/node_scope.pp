$x = 'top'
node default {
  $x = 'node'
  $y = 'only node'
  include c
}
class c { notice($x, $y, $::x) }
