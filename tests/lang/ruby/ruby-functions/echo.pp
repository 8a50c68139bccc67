$all = [undef, default, true, 1, 2.5, 'text', "\u00e9", [1, [2]], { 'a' => { 1 => undef } }, /a.b/, Integer[1, 2], File['/x'],
  Sensitive('s'), Timestamp(86400.5), Timespan(90), SemVer('1.2.3'), SemVerRange('>=1.0.0'), Binary('aGVsbG8='), URI('http://a/b'),
  Class['x'], [1, 2].reverse_each]
$all.each |$i, $v| {
  $back = rubyfns::echo($v)
  notice($i, type($back, generalized), $back == $v or $i == 20)
}
notice(rubyfns::echo([3, 2].reverse_each).map |$x| { $x })
notice(rubyfns::echo(Sensitive('hidden')).unwrap)
