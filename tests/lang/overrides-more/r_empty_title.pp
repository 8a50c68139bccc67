File[''] { mode => 1 }
