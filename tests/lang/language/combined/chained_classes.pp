class install { package { 'p': } }
class config { file { '/etc/p': } }
class run { service { 'p': } }
class all {
  contain install
  contain config
  contain run
  Class['install'] -> Class['config'] ~> Class['run']
}
include all
notify { 'last': require => Class['all'] }
