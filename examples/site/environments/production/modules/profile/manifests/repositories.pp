# Package sources, before anything is installed.
class profile::repositories (
  String[1] $mirror = 'http://deb.debian.org/debian',
  Array[Enum['main', 'contrib', 'non-free', 'non-free-firmware']] $components = ['main', 'contrib'],
) {
  $codename = $facts['os']['distro']['codename']
  $parts = $components.reduce |$memo, $part| { "${memo} ${part}" }

  ['', '-updates', '-backports'].each |$suffix| {
    file { "/etc/apt/sources.list.d/${codename}${suffix}.list":
      ensure  => file,
      mode    => '0644',
      content => "deb ${mirror} ${codename}${suffix} ${parts}\n",
      notify  => Exec['apt-get update'],
    }
  }
  exec { 'apt-get update':
    refreshonly => true,
    tries       => 3,
    try_sleep   => 5,
  }
}
