$at = 'http://127.0.0.1:'
File { backup => false }
file { '/work/wt/agent/t/sha256': source => "${at}/sha256" }
file { '/work/wt/agent/t/md5': source => "${at}/md5", mode => '0600' }
file { '/work/wt/agent/t/sha1': source => "${at}/sha1" }
file { '/work/wt/agent/t/both': source => "${at}/both" }
file { '/work/wt/agent/t/asked': source => "${at}/md5", checksum => 'md5' }
file { '/work/wt/agent/t/old': source => "${at}/old" }
file { '/work/wt/agent/t/mtime': source => "${at}/old" }
file { '/work/wt/agent/t/space': source => "${at}/a%20b" }
file { '/work/wt/agent/t/changed': source => "${at}/sha256" }
file { '/work/wt/agent/t/again': source => "${at}/again" }
file { '/work/wt/agent/t/second': source => ["${at}/nothing", "${at}/sha256"] }
file { '/work/wt/agent/t/nohead': source => "${at}/nohead" }
