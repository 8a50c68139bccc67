class d($a = File) { notice($a) }
include d
