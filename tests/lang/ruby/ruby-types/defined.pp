rt_simple { 'a': }
notice(defined('rt_simple'), defined(Rt_simple), defined(Rt_simple['a']), defined(Rt_simple['b']), defined('rt_unknown'))
