define d(Type[Resource] $a) {
  notice($a, type($a), "${a}", [$a], $a =~ String, defined($a))
}
d { 'x': a => Notify }
