notice(defined(Class['base']))
include base
notice(defined(Class['base']), defined('base::sub'))
