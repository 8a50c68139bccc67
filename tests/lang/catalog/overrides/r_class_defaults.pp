Class { 'a': x => 1 }
class a($x) { notice($x) }
