class k($x = lookup('a_missing')) { }
class { 'k': }
