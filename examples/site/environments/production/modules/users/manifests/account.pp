# A person's account: user, own group, home folder, keys.
define users::account (
  Integer[1000] $uid,
  String $comment,
  Array[String[1]] $groups = [],
  Enum['present', 'absent'] $ensure = 'present',
  Pattern[/\A\//] $shell = '/bin/bash',
  Integer[0, 10] $keys = 1,
) {
  $home = "/home/${title}"

  group { $title:
    ensure => $ensure,
    gid    => $uid,
  }
  user { $title:
    ensure     => $ensure,
    uid        => $uid,
    gid        => $title,
    groups     => $groups,
    comment    => $comment,
    home       => $home,
    shell      => $shell,
    managehome => false,
  }

  if $ensure == 'present' {
    File {
      owner => $title,
      group => $title,
    }
    file { [$home, "${home}/.ssh", "${home}/bin"]:
      ensure => directory,
      mode   => '0700',
    }
    file { "${home}/.ssh/authorized_keys":
      ensure  => file,
      mode    => '0600',
      content => epp('users/authorized_keys.epp', { 'account' => $title, 'keys' => $keys }),
    }
    file { "${home}/.bashrc":
      ensure  => file,
      mode    => '0644',
      content => inline_epp("# for <%= \$n %>\nexport EDITOR=vim\numask 022\n", { 'n' => $comment }),
    }
  } else {
    file { $home:
      ensure => absent,
      force  => true,
    }
    User[$title] -> Group[$title]
  }
}
