class c(Shapes::Point $p) { }
class { 'c': p => { x => 1 } }
