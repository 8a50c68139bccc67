function add($a, $b) { $a + $b }
notify { "sum ${add(1, 2)}": }
