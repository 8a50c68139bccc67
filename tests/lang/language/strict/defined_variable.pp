notice(defined('$nope'), defined('$kernel'))
