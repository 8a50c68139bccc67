notice(defined('$nothing'))
