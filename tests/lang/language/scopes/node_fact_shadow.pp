node default { $hostname = 'mine' include b }
class b { notice($hostname, $::hostname, $facts['hostname']) }
