# A balancer in front of the web servers.
class role::balancer {
  include profile::base
  include profile::haproxy

  Class['profile::base']
  -> Class['profile::haproxy']
}
