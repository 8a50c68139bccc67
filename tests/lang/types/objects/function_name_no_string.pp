notice(Object[{name=>'A', functions => {1 => Callable}}])
