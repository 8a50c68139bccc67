function f(Dt::Plain $p, Optional[Dt::Plain] $q = undef) { }
notice(f())
