with(notice('argument')) |$y = 1, $x| { notice($y) }
