class c { }
class { 'c': stage => ['first', 'b'] }
