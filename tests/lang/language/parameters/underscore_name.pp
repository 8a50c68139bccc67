define d($_a = 1) { notice($_a) }
d { 'x': }
