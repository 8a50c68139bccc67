class c { }
class { 'c': nothing => 1 }
