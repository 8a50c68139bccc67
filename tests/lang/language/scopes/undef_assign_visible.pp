$v = undef
class c { notice($v == undef, defined('$v')) }
include c
