notice(defined('rt_raises'))
