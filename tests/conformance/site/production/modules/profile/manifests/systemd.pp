# Services, their limits, timers.
class profile::systemd (
  Hash[String[1], Hash] $limits  = {},
  Hash[String[1], Hash] $timers  = {},
  Hash[String[1], Hash] $tmpfiles = {},
) {
  class { 'systemd':
    manage_journald   => true,
    journald_settings => {
      'Storage'         => 'persistent',
      'SystemMaxUse'    => '1G',
      'ForwardToSyslog' => 'yes',
    },
    manage_logind     => true,
    logind_settings   => {
      'KillUserProcesses' => 'yes',
      'HandlePowerKey'    => 'ignore',
    },
    manage_resolved   => false,
    manage_timesyncd  => false,
  }
  $limits.each |$unit, $values| {
    systemd::service_limits { $unit:
      limits => $values,
    }
  }
  $timers.each |$name, $timer| {
    systemd::timer { "${name}.timer":
      timer_content   => epp('profile/timer.epp', { 'name' => $name, 'calendar' => $timer['calendar'] }),
      service_content => epp('profile/timer-service.epp', { 'name' => $name, 'command' => $timer['command'] }),
      active          => true,
      enable          => true,
    }
  }
  $tmpfiles.each |$name, $lines| {
    systemd::tmpfile { "${name}.conf":
      content => join($lines['lines'] + [''], "\n"),
    }
  }
  systemd::udev::rule { '60-scheduler.rules':
    rules => [
      'ACTION=="add|change", KERNEL=="sd[a-z]|vd[a-z]", ATTR{queue/scheduler}="mq-deadline"',
    ],
  }
}
