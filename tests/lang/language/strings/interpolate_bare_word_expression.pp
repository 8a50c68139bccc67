$n = 3
notice("${n + 1}")
