notice('never closed)
