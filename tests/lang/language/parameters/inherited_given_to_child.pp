class p($a = 1) { }
class k inherits p { }
class { 'k': a => 3 }
