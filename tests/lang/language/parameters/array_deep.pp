class c(Array[Array[Integer]] $a) { }
class { 'c': a => [[1], [2, 'x']] }
