class parent { $x = 'parent' }
class child inherits parent {
  $x = 'child'
  notice($x, $parent::x)
}
include child
notice($child::x)
