class inner($config, $more = $config, $empty = []) {
  notice(shared::places([$config, $more, $empty]))
  notice(shared::yaml($config))
  $local = $config
  notice(shared::places([$config, $inner::config, $local]))
}
$l = [1, {'x' => []}]
class { 'inner': config => {'a' => $l, 'b' => $l, 'c' => [$l[1], $l[1]], 's' => Sensitive([$l, $l])} }
define d($config, $list = []) {
  notice(shared::places([$config, $list]))
}
d { ['one', 'two']: config => {'a' => $l, 'b' => $l}, list => $l }
D <| title == 'three' |> { list => [$l, $l] }
d { 'three': config => $l }
create_resources(d, {'four' => {'config' => [$l, $l], 'list' => $l}})
$f = File['/x']
file { '/x': content => 'x', tag => ['a', 'b'] }
d { 'five': config => [$f, $f, $l, $l] }
notice(shared::places([File['/x']['tag'], File['/x']['tag']]))
notice(shared::places([$inner::config, $inner::more]))
