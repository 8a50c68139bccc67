File[undef] { mode => 1 }
