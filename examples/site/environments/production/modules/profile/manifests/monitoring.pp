# The server that asks all machines how they are.
class profile::monitoring {
  include monitoring::server

  $machines = {
    'web1.example.com' => ['http', 'https', 'certificates', 'load', 'disk', 'ntp'],
    'db1.example.com'  => ['postgresql', 'replication', 'load', 'disk', 'ntp'],
    'mon1.example.com' => ['load', 'disk', 'queue', 'ntp'],
    'mx1.example.com'  => ['smtp', 'imap', 'queue', 'load', 'disk', 'ntp'],
    'ns1.example.com'  => ['dns', 'dnssec', 'load', 'disk', 'ntp'],
    'ns2.example.com'  => ['dns', 'dnssec', 'load', 'disk', 'ntp'],
    'vpn1.example.com' => ['tunnel', 'load', 'disk', 'ntp'],
    'nas1.example.com' => ['raid', 'smart', 'nfs', 'load', 'disk', 'ntp'],
  }
  $machines.each |$machine, $services| {
    monitoring::host { $machine: services => $services }
  }

  $urgent = $machines.filter |$machine, $services| { 'http' in $services or 'smtp' in $services }
  $urgent.each |$machine, $services| {
    monitoring::escalation { $machine: contact => $site['contact'] }
  }

  Users::Account <| tag == 'operator' |>

  firewall::rule { 'monitoring': port => 5666, from => $site['networks'] }
}
