notify { 'n': message => 'm' }
@notify { 'v': }
file { '/a': ensure => present, mode => '0644' }
notice(rbmade::run('mark'))
