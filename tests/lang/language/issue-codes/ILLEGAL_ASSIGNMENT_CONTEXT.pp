define d($a = [$b = 1]) { }
