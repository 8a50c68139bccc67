File { mode => '0644' }
File { owner => 'root' }
file { '/tmp/a': }
