$h = { a => true }
notice($h['a']['b'])
