$rbcomp_top = 'top'
file { '/a': mode => '0644' }
notice(rbcomp::run('add_wrong'))
