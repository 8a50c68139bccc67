# A person with keys and rights.
define profile::account (
  Integer[1000]                    $uid,
  String[1]                        $full_name,
  Array[String[1]]                 $groups   = [],
  Hash[String[1], Hash]            $keys     = {},
  String[1]                        $shell    = '/bin/bash',
  Optional[Sensitive[String[1]]]   $password = undef,
  Boolean                          $sudo     = false,
  Enum['present', 'absent']        $ensure   = 'present',
) {
  $home = "/home/${title}"
  group { $title:
    ensure => $ensure,
    gid    => $uid,
  }
  user { $title:
    ensure         => $ensure,
    uid            => $uid,
    gid            => $uid,
    comment        => $full_name,
    groups         => $groups,
    home           => $home,
    shell          => $shell,
    managehome     => true,
    purge_ssh_keys => true,
    password       => $password,
    require        => Group[$groups + $title],
  }
  if $ensure == 'present' {
    file { "${home}/.bashrc.d":
      ensure => 'directory',
      owner  => $title,
      group  => $title,
      mode   => '0700',
    }
    $keys.each |$name, $key| {
      ssh_authorized_key { "${title}:${name}":
        ensure => 'present',
        user   => $title,
        type   => pick($key['type'], 'ssh-ed25519'),
        key    => $key['key'],
      }
    }
  }
  if $sudo {
    file { "/etc/sudoers.d/${title}":
      ensure       => stdlib::ensure($ensure, 'file'),
      owner        => 'root',
      group        => 'root',
      mode         => '0440',
      content      => "${title} ALL=(ALL) NOPASSWD: ALL\n",
      validate_cmd => '/usr/sbin/visudo -c -f %',
    }
  }
}
