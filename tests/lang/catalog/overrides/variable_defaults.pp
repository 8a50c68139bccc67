$t = Notify
$t { message => 'r' }
