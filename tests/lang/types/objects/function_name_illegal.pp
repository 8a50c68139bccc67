notice(Object[{name=>'A', functions => {'foo bar' => Callable}}])
