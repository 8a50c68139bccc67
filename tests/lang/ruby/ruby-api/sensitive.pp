ra_all { 'a': text => Sensitive('x'), list => [Sensitive('y')], hidden => Sensitive('z') }
