$r = ['a1', 'b2', 'c'].map |$s| {
  if $s =~ /([a-z])(\d)/ {
    "${1}-${2}"
  } else {
    "no match for ${s} ${1}"
  }
}
notice($r)
if 'outer7' =~ /(\d)/ {
  [1, 2].each |$n| { notice("${1} seen in lambda ${n}") }
  $z = 'q8' ? { /(\d)/ => "selector ${1}", default => 'none' }
  notice($z, $1)
}
