function f(Dt::Plain $p, Optional[Dt::Plain] $q = undef, Optional[Array[Dt::Plain]] $r = undef) { }
notice(f(1, 2, 3))
