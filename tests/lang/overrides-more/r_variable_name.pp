$t = 'notify'
$t { 'a': }
