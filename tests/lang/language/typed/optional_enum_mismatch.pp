class c(Optional[Enum['on', 'off']] $e = undef) { }
class { 'c': e => 'maybe' }
