# What every machine has.
class profile::base (
  Hash[String[1], Hash]            $users,
  Hash[String[1], Hash]            $groups        = {},
  Array[String[1]]                 $packages      = [],
  Hash[String[1], Hash]            $cron_jobs     = {},
  Hash[String[1], Variant[Integer, String]] $sysctl = {},
  Hash[String[1], Hash[String[1], Hash]] $ini     = {},
  String[1]                        $contact       = 'root@example.com',
  Boolean                          $relay_mail    = true,
) {
  stage { 'early': before => Stage['main'] }
  class { 'profile::packages':
    stage => 'early',
  }
  contain profile::time
  contain profile::ssh
  contain profile::firewall
  contain profile::systemd
  contain profile::logging
  contain profile::metrics
  if $relay_mail {
    contain profile::mail_satellite
  }

  ensure_packages($packages, { 'ensure' => 'present' })

  $group_defaults = { 'ensure' => 'present', 'system' => false }
  create_resources('group', $groups, $group_defaults)
  $users.each |String $name, Hash $values| {
    profile::account { $name:
      * => $values,
    }
  }
  $cron_jobs.each |$title, $job| {
    cron { $title:
      ensure => 'present',
      user   => 'root',
      minute => fqdn_rand(60, $title),
      *      => $job,
    }
  }
  $sysctl.each |$key, $value| {
    profile::sysctl { $key:
      value => String($value),
    }
  }
  $ini.each |String $path, Hash $sections| {
    create_ini_settings($sections, { 'path' => $path, 'ensure' => 'present' })
  }

  # The message of the day, made of pieces that other profiles add to.
  concat { '/etc/motd':
    owner          => 'root',
    group          => 'root',
    mode           => '0644',
    ensure_newline => true,
    warn           => "# Made by Puppet\n",
  }
  concat::fragment { 'motd header':
    target  => '/etc/motd',
    content => epp('profile/motd.epp', {
        'fqdn'    => $facts['networking']['fqdn'],
        'address' => $facts['networking']['ip'],
        'os'      => $facts['os'],
        'contact' => $contact,
    }),
    order   => '01',
  }

  # Each machine tells its address to the others.
  @@host { $facts['networking']['fqdn']:
    ensure       => 'present',
    ip           => $facts['networking']['ip'],
    host_aliases => [$facts['networking']['hostname']],
    tag          => ['all-hosts', $role],
  }
  Host <<| tag == 'all-hosts' |>>

  file {
    default:
      ensure => 'directory',
      owner  => 'root',
      group  => 'root',
      mode   => '0755';
    ['/srv', '/srv/backup', '/opt/site', '/opt/site/bin', '/opt/site/etc']:
      ;
    '/opt/site/secret':
      mode => '0700';
    '/opt/site/etc/machine.json':
      ensure  => 'file',
      content => to_json_pretty({
          'fqdn'       => $facts['networking']['fqdn'],
          'tier'       => $tier,
          'role'       => $role,
          'processors' => $facts['processors']['count'],
          'memory'     => $facts['memory']['system']['total'],
          'mounts'     => $facts['mountpoints'].keys.sort,
      });
    '/opt/site/etc/machine.yaml':
      ensure  => 'file',
      content => to_yaml({ 'addresses' => $facts['networking']['interfaces'].map |$n, $i| { [$n, $i['ip']] } });
    '/opt/site/bin/report':
      ensure  => 'file',
      mode    => '0750',
      content => template('profile/report.sh.erb');
  }
}
