# The names are types of the language.
notice(Rt_simple, Rt_simple['a'], Resource['rt_simple'], Resource['rt_simple', 'a'], type(Rt_simple['a']))
notice(Rt_simple['a'] =~ Type[Rt_simple], Rt_simple['a'] =~ Type[Resource], Rt_simple == Resource['Rt_simple'])
define takes(Type[Rt_simple] $what) { notify { "${what}": } }
takes { 't': what => Rt_simple['a'] }
