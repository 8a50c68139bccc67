# Logging in.
class profile::ssh (
  Array[String[1]] $allow_groups = ['admins'],
  Profile::Port    $port         = 'ssh',
  Hash             $match_blocks = {},
  Hash             $client_hosts = {},
) {
  class { 'ssh':
    storeconfigs_enabled => true,
    server_options       => {
      'Port'                   => [profile::port_number($port), 2222],
      'ListenAddress'          => [$facts['networking']['ip'], '127.0.0.1'],
      'PasswordAuthentication' => 'no',
      'PermitRootLogin'        => 'prohibit-password',
      'AllowGroups'            => join($allow_groups, ' '),
      'X11Forwarding'          => 'no',
      'ClientAliveInterval'    => 60,
      'HostKey'                => ['/etc/ssh/ssh_host_rsa_key', '/etc/ssh/ssh_host_ed25519_key'],
      'Match Group sftponly'   => {
        'ChrootDirectory' => '/srv/sftp/%u',
        'ForceCommand'    => 'internal-sftp',
        'AllowTcpForwarding' => 'no',
      },
    },
    client_options       => {
      'Host *'             => {
        'SendEnv'             => 'LANG LC_*',
        'HashKnownHosts'      => 'yes',
        'ServerAliveInterval' => 30,
      },
      'Host *.example.com' => {
        'User'         => 'deploy',
        'ForwardAgent' => 'no',
      },
    } + $client_hosts,
  }
  $match_blocks.each |$name, $block| {
    ssh::server::match_block { $name:
      * => $block,
    }
  }
  ssh::server::host_key { 'ssh_host_site_key':
    private_key_content => 'invented',
    public_key_content  => $facts['ssh']['rsa']['key'],
  }
}
