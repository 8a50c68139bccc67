notify { 'a': message => SemVer('1.2.3-rc.1+b') }
notify { 'b': message => [SemVerRange('~1.2'), SemVerRange('>=1.0.0 <2.0.0')] }
