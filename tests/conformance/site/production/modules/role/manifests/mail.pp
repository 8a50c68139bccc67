# The mail relay, also the place where logs go.
class role::mail {
  include profile::base
  include profile::mail
  include profile::logserver

  Class['profile::base']
  -> Class['profile::mail']
  -> Class['profile::logserver']
}
