function f() { lookup('a_missing') }
define d(
  $x = f(),
) { }

d { 'a': }
