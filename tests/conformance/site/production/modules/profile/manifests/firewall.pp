# Rules that every machine has, and those that data give.
class profile::firewall (
  Hash[String[1], Profile::Rule] $rules       = {},
  Array[String[1]]               $networks    = ['10.20.0.0/16'],
  Boolean                        $log_dropped = true,
) {
  contain firewall
  resources { 'firewall':
    purge => true,
  }
  class { 'profile::firewall::pre': before => Class['profile::firewall::post'] }
  class { 'profile::firewall::post':
    log_dropped => $log_dropped,
  }
  Firewall {
    before  => Class['profile::firewall::post'],
    require => Class['profile::firewall::pre'],
  }
  firewallchain { ['LOGDROP:filter:IPv4', 'TRUSTED:filter:IPv4']:
    ensure => 'present',
    purge  => true,
  }
  firewallchain { 'FORWARD:filter:IPv4':
    ensure => 'present',
    policy => 'drop',
    before => undef,
  }
  $networks.each |Integer $i, $net| {
    firewall { sprintf('%03d trusted network %s', 20 + $i, $net):
      chain  => 'INPUT',
      source => $net,
      jump   => 'TRUSTED',
      proto  => 'all',
    }
  }
  $rules.each |$name, $rule| {
    $ports = [$rule['dport']].flatten.map |$p| { profile::port_number($p) }
    firewall { "300 ${name}":
      dport  => $ports,
      proto  => pick($rule['proto'], 'tcp'),
      source => $rule['source'],
      limit  => $rule['limit'],
      state  => ['NEW'],
      action => 'accept',
    }
  }
}
