function rbcalls::kind($x) { [type($x) ? { default => "${type($x)}" }, $x =~ Callable, $x =~ Callable[1,1], $x =~ Callable[2,2], $x =~ String] }
