define t(Type[Rt_raises] $x) { }
t { 'a': x => Rt_alone['b'] }
