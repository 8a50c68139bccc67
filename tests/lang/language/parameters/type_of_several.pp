class c(Notify[a, b] $x) { }
