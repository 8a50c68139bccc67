# A server of MySQL or MariaDB.
class role::mysql {
  include profile::base
  include profile::mysql

  Class['profile::base']
  -> Class['profile::mysql']
}
