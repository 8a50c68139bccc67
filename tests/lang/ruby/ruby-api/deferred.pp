ra_all { 'a': text => Deferred('sprintf', ['x']) }
