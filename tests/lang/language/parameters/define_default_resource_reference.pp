define d($r = Notify[$title]) { notice($r) }
d { 'x': }
