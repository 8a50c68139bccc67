type Level = Enum['low', 'high']
class c(Optional[Level] $l = undef) { notice($l) }
class { 'c': l => 3 }
