class c(Default $d) { notice($d) }
class { 'c': d => default }
