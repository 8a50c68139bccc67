class a { include b }
class b { d { 'x': list => [1, 2] } }
define d(Array[Integer] $list) {
  $list.each |$n| {
    notify { "n ${n}": }
    if $n == 2 { fail("number ${n} of ${title}") }
  }
}
include a
