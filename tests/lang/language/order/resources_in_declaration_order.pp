class c { file { '/tmp/c': } }
file { '/tmp/a': }
include c
file { '/tmp/b': }
class d { file { '/tmp/d': } contain e }
class e { file { '/tmp/e': } }
include d
