# A module may replace them, too.
File { mode => '0644' }
Notify { message => 'm' }
rbcomp::defaults({}, 'extend')
file { '/a': }
notify { 'n': }
