# A resource expression without titles makes nothing.
$none = []
notify { $none: message => 'x' }
class { []: }
$made = notify { $none: }
notify { 'r': message => String($made) }
