notice(defined(Class['base::sub']), defined('base::sub'))
Class['base::sub'] -> notify { 'x': }
