# A warning for each evaluation, not for each place.
[1, 2, 3].each |$i| { @@notify { "n${i}": } }
define d() {
  @@notify { "d${title}": }
  Notify <<| tag == $title |>>
}
d { ['a', 'b']: }
@@notify { ['x2', 'x3']: }
Notify <<| |>>
[1, 2].each |$i| { Notify <<| tag == "t${i}" |>> }
