# What every machine gets: accounts, time, remote access, packet filter, a monitoring agent.
class profile::base (
  Array[String[1]] $packages = ['curl', 'htop', 'lsof', 'rsync', 'strace', 'tcpdump', 'tmux', 'vim', 'unattended-upgrades', 'ca-certificates'],
  Hash[String[1], Variant[Integer, String]] $sysctl = {
    'kernel.panic'                     => 10,
    'net.core.somaxconn'               => 4096,
    'net.ipv4.tcp_syncookies'          => 1,
    'net.ipv4.conf.all.rp_filter'      => 1,
    'net.ipv4.conf.all.accept_redirects' => 0,
    'vm.swappiness'                    => 10,
  },
) {
  unless $facts['os']['family'] == 'Debian' and $facts['os']['release']['major'] in ['11', '12'] {
    fail("${trusted['certname']} runs ${facts['os']['name']} ${facts['os']['release']['full']}; this site supports Debian 11 and 12")
  }

  stage { 'prepare': before => Stage['main'] }
  class { 'profile::repositories': stage => 'prepare' }

  package { $packages: ensure => installed, tag => 'tools' }

  $sysctl.each |String $key, $value| {
    profile::sysctl { $key: value => "${value}" }
  }

  file {
    default:
      ensure => file,
      mode   => '0644';
    '/etc/motd':
      content => epp('profile/motd.epp', { 'role' => $title });
    '/etc/hostname':
      content => "${facts['networking']['hostname']}\n";
    '/etc/mailname':
      content => "${facts['networking']['fqdn']}\n";
    '/etc/timezone':
      content => "Etc/UTC\n";
  }

  include users
  include ntp
  include ssh
  include firewall
  class { 'monitoring::agent':
    server => $site['monitors'],
  }

  Package <| tag == 'tools' |> -> Class['users'] -> Class['ssh']
}
