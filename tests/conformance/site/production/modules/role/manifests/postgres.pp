# A server of PostgreSQL.
class role::postgres {
  include profile::base
  include profile::postgresql

  Class['profile::base']
  -> Class['profile::postgresql']
}
