stage { 'first': }
class c { }
class { 'c': stage => ['first'] }
