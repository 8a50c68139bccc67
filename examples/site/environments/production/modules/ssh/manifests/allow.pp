# Lets a set of groups in, with a forced command where one is given.
define ssh::allow (
  Array[String[1], 1] $groups,
  Optional[String[1]] $command = undef,
) {
  $lines = $groups.map |$group| {
    $forced = if $command { "\n  ForceCommand ${command}" } else { '' }
    "Match Group ${group}${forced}\n"
  }
  $text = $lines.reduce |$memo, $line| { "${memo}${line}" }
  file { "/etc/ssh/sshd_config.d/${title}.conf":
    ensure  => file,
    mode    => '0600',
    content => $text,
    notify  => Service['ssh'],
  }
}
