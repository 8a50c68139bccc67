notice(defined('notify'), defined('base'), defined('nosuch'), defined(Notify['x']), defined('$kernel'), defined('$nope'))
notify { 'x': }
notice(defined(Notify['x']), defined(Class['base']), defined('base::item'), defined(File), defined('fail'))
