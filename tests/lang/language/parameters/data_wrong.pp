class c(Data $x) { }
class { 'c': x => { 1 => 2 } }
