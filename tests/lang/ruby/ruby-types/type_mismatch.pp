define takes(Type[Rt_simple] $what) { }
takes { 't': what => Rt_alone['a'] }
