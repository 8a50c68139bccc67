unless defined(Package['curl']) { package { 'curl': ensure => installed } }
unless defined(Package['curl']) { package { 'curl': ensure => latest } }
if !defined(Class['base']) { include base }
if defined(Class['base']) and defined('base::sub') { contain base::sub }
