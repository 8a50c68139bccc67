# So must the type of a default alone.
absent { default: mode => 1 }
