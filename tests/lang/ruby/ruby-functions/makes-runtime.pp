['set', 'range', 'symbol', 'time', 'rational'].each |$what| {
  $v = rubyfns::makes($what)
  notice($what, type($v), $v =~ Runtime, $v =~ String, $v =~ Any)
}
notice(rubyfns::makes('symbol'), rubyfns::makes('range'))
notice(rubyfns::kinds(rubyfns::makes('set'), rubyfns::makes('symbol')))
