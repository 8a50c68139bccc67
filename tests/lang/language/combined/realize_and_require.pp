class accounts {
  @user { 'app': ensure => present, home => '/srv/app' }
  @file { '/srv/app': ensure => directory, owner => 'app', require => User['app'] }
}
class app {
  require accounts
  realize(User['app'], File['/srv/app'])
  notify { 'app': require => File['/srv/app'] }
}
include app
