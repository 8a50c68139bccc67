file { '/work/wt/agent/t/sha256': source => 'http://127.0.0.1:/old', checksum => 'mtime' }
