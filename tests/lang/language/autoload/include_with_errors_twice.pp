include base
class { 'base': }
