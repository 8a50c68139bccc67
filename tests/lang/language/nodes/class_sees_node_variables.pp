$who = 'top'
node default { $who = 'node' include c }
class c { notice($who, $::who) }
