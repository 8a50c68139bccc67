stage { 'setup': }
Stage['setup'] -> Stage['main']
class repositories($mirror = 'm') {
  file { '/etc/repos': content => $mirror }
  ~> exec { '/bin/update': refreshonly => true }
}
class { 'repositories': stage => 'setup', mirror => 'mirror.example.com' }
class work { package { 'tool': require => Class['repositories'] } }
include work
