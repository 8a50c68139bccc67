define d() { $v = 2 }
d { 'x': }
notice("<${d::v}>")
