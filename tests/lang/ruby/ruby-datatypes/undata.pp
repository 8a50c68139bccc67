$o = Dt::Own('www', 81)
$values = [1, 2.5, 'a', undef, true, default, /a.b/, Timespan(90), SemVer('1.2.3'), Binary('YQ=='), URI('http://a/b'),
  Integer[1, 3], Struct[{a => Optional[String]}], File['/x'], Class['a'], { 1 => [2], 'b' => { /x/ => default } }, $o,
  [$o, { 'o' => $o }], Sensitive('secret')]
$values.each |$v| {
  $back = dt::undata(dt::data($v))
  notice($back, $back == $v, type($back, 'generalized'))
}
notice(dt::undata(dt::data($values)) == $values)
notice(dt::undata({ '__ptype' => 'No::Such', 'a' => 1 }, { 'allow_unresolved' => true }))
