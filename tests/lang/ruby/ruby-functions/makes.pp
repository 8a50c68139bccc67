['sensitive', 'binary', 'timespan', 'timestamp', 'semver', 'regexp', 'regexp_i', 'default', 'undef', 'nil', 'nested', 'type', 'type2',
  'parsed', 'infer', 'infer_set', 'instance', 'mismatch', 'described', 'utf8', 'latin', 'big'].each |$what| {
  $v = rubyfns::makes($what)
  notice($what, type($v), $v)
}
