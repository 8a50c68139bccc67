# Remote access, for administrators with keys only.
class ssh (
  Integer[1, 65535] $port = 22,
  Enum['yes', 'no', 'prohibit-password'] $root_login = 'no',
  Boolean $passwords = false,
  Struct[{ 'ciphers' => Array[String], 'macs' => Array[String], Optional['kex'] => Array[String] }] $crypto = {
    'ciphers' => ['chacha20-poly1305@openssh.com', 'aes256-gcm@openssh.com'],
    'macs'    => ['hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256-etm@openssh.com'],
  },
) {
  package { ['openssh-server', 'openssh-client']: ensure => installed }
  -> file { '/etc/ssh/sshd_config':
    ensure  => file,
    mode    => '0600',
    content => epp('ssh/sshd_config.epp'),
  }
  ~> service { 'ssh':
    ensure     => running,
    enable     => true,
    hasrestart => true,
  }

  ['rsa', 'ed25519', 'ecdsa'].each |$kind| {
    $ensure = $kind ? { 'ecdsa' => 'absent', default => 'file' }
    file { ["/etc/ssh/ssh_host_${kind}_key", "/etc/ssh/ssh_host_${kind}_key.pub"]:
      ensure  => $ensure,
      require => Package['openssh-server'],
      before  => Service['ssh'],
    }
  }
  File <| title == '/etc/ssh/ssh_host_rsa_key' or title == '/etc/ssh/ssh_host_ed25519_key' |> { mode => '0600' }

  ssh::allow { 'admin': groups => ['sudo'] }
  ssh::allow { 'backup': groups => ['backup'], command => '/usr/bin/rrsync -ro /' }

  firewall::rule { 'ssh': port => $port }
  monitoring::check { 'ssh': command => "check_ssh -p ${port} localhost" }
}
