notify { 'a': message => [Timespan[1, 2], Timestamp, Timespan[default, 5], Timestamp['2016-01-01']] }
notify { 'b': message => [SemVer['1.x', '>=3.0.0'], SemVer, SemVerRange, Binary, URI] }
notify { 'c': message => [URI['http://a.example'], URI[{ 'scheme' => Enum['http', 'https'] }]] }
