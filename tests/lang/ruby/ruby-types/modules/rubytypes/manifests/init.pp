# Resources of a type in Ruby, in a class.
class rubytypes($value = 'v') {
  rt_simple { 'in class': value => $value, tag => 'mine' }
}
