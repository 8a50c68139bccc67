function rbcalls::back(Callable $x) { $x }
