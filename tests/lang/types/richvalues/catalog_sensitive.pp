notify { 'a': message => Sensitive(Timestamp(0)) }
notify { 'b': message => [Sensitive(SemVer('1.0.0'))] }
