# Where messages go, and how files of messages are rotated.
class profile::logging (
  Stdlib::Host          $server = 'mail1.example.com',
  Boolean               $is_server = false,
  Hash[String[1], Hash] $files  = {},
  Hash[String[1], Hash] $rotate = {},
) {
  # The module knows no Red Hat of today: it compares the release with a number.
  if $facts['os']['family'] == 'Debian' {
    class { 'rsyslog':
      purge_rsyslog_d => true,
      log_group       => 'adm',
    }
    unless $is_server {
      class { 'rsyslog::client':
        server         => $server,
        port           => '514',
        remote_type    => 'tcp',
        log_local      => true,
        log_auth_local => true,
        custom_config  => '',
      }
    }
    $files.each |$name, $file| {
      rsyslog::imfile { $name:
        * => $file,
      }
    }
  } else {
    package { 'rsyslog': ensure => 'present' }
    -> file { '/etc/rsyslog.d/client.conf':
      ensure  => 'file',
      content => inline_epp('*.* @@<%= $profile::logging::server %>:514
<% $profile::logging::files.each |$n, $f| { -%>
input(type="imfile" File="<%= $f["file_name"] %>" Tag="<%= $f["file_tag"] %>")
<% } -%>
'),
    }
    ~> service { 'rsyslog':
      ensure => 'running',
      enable => true,
    }
  }
  $rotate.each |$name, $rule| {
    profile::rotate { $name:
      * => $rule,
    }
  }
}
