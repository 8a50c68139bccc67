define d($class = 1, $default = 2, $if = 3, $node = 4) { notice($class, $default, $if, $node) }
d { 'x': class => 'c', default => 'd', if => 'i', node => 'n' }
