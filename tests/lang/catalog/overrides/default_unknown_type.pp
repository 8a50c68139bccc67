Nothing { mode => 1 }
