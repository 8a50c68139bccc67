class parent { $x = 'parent' $z = 'z' }
class child inherits parent {
  $y = "${x} seen"
  notice($x, $y, $parent::x, $child::z)
}
include child
