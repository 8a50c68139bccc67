define d(Type[Resource] $r, Variant[Type[File], Undef] $f = undef) { notice($r, $f) }
d { 'x': r => Notify['a'], f => File['/a'] }
