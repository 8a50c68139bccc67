File { nothing => 1 }
file { '/x': }
