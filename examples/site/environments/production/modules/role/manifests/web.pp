# A machine that answers web requests.
class role::web {
  include profile::base
  include profile::web

  Class['profile::base'] -> Class['profile::web']
}
