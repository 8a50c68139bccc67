$at = 'http://127.0.0.1:'
file { '/work/wt/agent/t/wrong': source => "${at}/wrong" }
file { '/work/wt/agent/t/missing': source => "${at}/nothing" }
file { '/work/wt/agent/t/forbidden': source => "${at}/forbidden" }
file { '/work/wt/agent/t/late': source => "${at}/late" }
file { '/work/wt/agent/t/refused': source => 'http://127.0.0.1:1/x' }
file { '/work/wt/agent/t/nowhere': source => ['http://127.0.0.1:1/x', "${at}/sha256"] }
