class c($a = $b = 3) { }
