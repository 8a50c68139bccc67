call('ensure_packages', 'a')
'b'.ensure_packages
['c', 'd'].ensure_packages({ensure => latest})
