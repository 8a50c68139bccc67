# Where packages come from; before anything else.
class profile::packages (
  Hash[String[1], Hash] $sources = {},
  Hash[String[1], Hash] $pins    = {},
  Optional[String[1]]   $proxy   = undef,
  Boolean               $backports = false,
) {
  case $facts['os']['family'] {
    'Debian': {
      $proxy_settings = $proxy ? {
        undef   => {},
        default => { 'host' => $proxy, 'port' => 3142, 'https' => false },
      }
      class { 'apt':
        update => { 'frequency' => 'daily', 'timeout' => 300 },
        purge  => { 'sources.list' => true, 'sources.list.d' => true, 'preferences.d' => true },
        proxy  => $proxy_settings,
      }
      create_resources('apt::source', $sources)
      create_resources('apt::pin', $pins)
      apt::conf { 'no-recommends':
        priority => 10,
        content  => "APT::Install-Recommends \"false\";\nAPT::Install-Suggests \"false\";\n",
      }
      if $backports {
        class { 'apt::backports':
          pin => 150,
        }
      }
    }
    'RedHat': {
      ini_setting { 'dnf best':
        ensure  => 'present',
        path    => '/etc/dnf/dnf.conf',
        section => 'main',
        setting => 'best',
        value   => 'True',
      }
      if $proxy {
        ini_setting { 'dnf proxy':
          ensure  => 'present',
          path    => '/etc/dnf/dnf.conf',
          section => 'main',
          setting => 'proxy',
          value   => "http://${proxy}:3142",
        }
      }
    }
    default: {
      fail("${facts['os']['name']} is not one of ours")
    }
  }
}
