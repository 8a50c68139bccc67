
class { 'typed::earlier': }
