# environment: generated
notice(Rt_simple['a'], defined('rt_simple'), defined('st_unknown'))
define takes(Type[Rt_simple] $what) { notify { "${what}": } }
takes { 't': what => Rt_simple['a'] }
