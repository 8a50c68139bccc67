notice(defined(''), defined(undef))
