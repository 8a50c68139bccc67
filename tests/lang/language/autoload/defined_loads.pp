notice(defined('funcs::item'), defined('funcs'), defined(Class['funcs']), defined('funcs::nothing'))
