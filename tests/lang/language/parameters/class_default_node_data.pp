node default { $site = 'paris' include c }
class c($s = $site) { notice($s) }
