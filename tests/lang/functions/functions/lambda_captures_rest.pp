with(1, 2, 3) |$first, *$rest| { notice($first, $rest) }
with(1) |$first, *$rest| { notice($first, $rest) }
