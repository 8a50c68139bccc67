# Packet filter: nothing comes in but what a rule lets in.
class firewall (
  Enum['drop', 'reject'] $policy = 'drop',
) {
  package { 'nftables': ensure => installed }
  file { '/etc/nftables.d':
    ensure  => directory,
    mode    => '0755',
    purge   => true,
    recurse => true,
    require => Package['nftables'],
  }
  file { '/etc/nftables.conf':
    ensure  => file,
    mode    => '0755',
    content => @("END"),
      #!/usr/sbin/nft -f
      flush ruleset
      table inet filter {
        chain input {
          type filter hook input priority 0; policy ${policy};
          ct state established,related accept
          iif lo accept
          include "/etc/nftables.d/*.rules"
        }
      }
      | END
    notify  => Service['nftables'],
  }
  service { 'nftables':
    ensure  => running,
    enable  => true,
    restart => '/usr/sbin/nft -f /etc/nftables.conf',
  }
  firewall::rule { 'icmp': protocol => 'icmp' }
}
