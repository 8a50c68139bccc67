class c { }
class { 'c': stage => 'never' }
