$t = 'notify'
Resource[$t] { 'by variable': message => 'm' }
$u = Notify
$u { 'by type': }
