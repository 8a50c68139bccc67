notice('a')
/* never closed
