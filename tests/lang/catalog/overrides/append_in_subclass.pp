class p {
  notify { ['x', 'y']: }
  file { '/tmp/a': require => Notify['x'] }
}
class q inherits p { File['/tmp/a'] { require +> Notify['y'], tag +> 'extra' } }
include q
