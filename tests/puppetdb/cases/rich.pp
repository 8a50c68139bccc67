# Values that JSON does not have.
$mixed = { 'a' => Sensitive('x'), 1 => 'one', 'r' => /a\/b/, default => undef, 'list' => [Sensitive(1), 2.5, true, undef] }
type Port = Integer[1, 65535]
notify { 'mixed': message => $mixed }
notify { 'regexp': message => /a\/b/ }
notify { 'default': message => default }
notify { 'type': message => Integer[1, 2] }
notify { 'alias': message => Optional[Port] }
notify { 'types': message => [String, Struct[{ 'a' => Integer }], Class['settings'], Type[Integer]] }
notify { 'timestamp': message => Timestamp('2020-01-01T00:00:00.5 UTC', '%FT%T.%L %Z') }
notify { 'timespan': message => Timespan({ 'hours' => 3, 'seconds' => 7 }) }
notify { 'semver': message => SemVer('1.2.3-rc1+b') }
notify { 'range': message => SemVerRange('>=1.0.0 <2.0.0') }
notify { 'binary': message => Binary('AQIDBA==') }
notify { 'uri': message => URI('http://example.com/a?b#c') }
notify { 'deferred': message => Deferred('sprintf', ['%s', 'a']) }
notify { 'sensitive': message => Sensitive('x'), withpath => true }
notify { 'numbers': message => [0, -7, 1.0, 1e30, 3.14], loglevel => 'notice' }
notify { 'reference': message => Notify['uri'] }
notify { 'undef': message => undef }
notify { 'nested': message => { 'a' => { 'b' => [{ 'c' => 1 }, []], 'd' => {} } } }
