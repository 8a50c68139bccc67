# The machine that watches the others.
class role::monitoring {
  include profile::base
  include profile::monitoring

  Class['profile::base'] -> Class['profile::monitoring']
}
