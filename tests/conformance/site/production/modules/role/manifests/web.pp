# A web server behind the balancers.
class role::web {
  include profile::base
  include profile::apache
  include profile::memcached

  Class['profile::base']
  -> Class['profile::apache']
  -> Class['profile::memcached']
}
