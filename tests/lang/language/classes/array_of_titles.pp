class a($x) { notice($x) }
class b($x) { notice($x) }
class { ['a', 'b']: x => 3 }
