file { '/srv/dir/': ensure => directory }
