Class { x => 1 }
class c($x) { notice($x) }
include c
