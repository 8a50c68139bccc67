# Redis, its sentinel, and memcached.
class role::cache {
  include profile::base
  include profile::redis
  include profile::memcached

  Class['profile::base']
  -> Class['profile::redis']
  -> Class['profile::memcached']
}
