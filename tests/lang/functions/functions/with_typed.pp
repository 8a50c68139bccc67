with(5) |Integer $x| { notice($x) }
with('five') |Integer $x| { notice($x) }
