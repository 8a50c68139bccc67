define d { fail("define ${title}") }
d { 'x': }
