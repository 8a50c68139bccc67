$v = 1
class c { $w = 2 notice(defined('$v'), defined('$w'), defined('$c::w'), defined('$::v'), defined('$nope')) }
include c
