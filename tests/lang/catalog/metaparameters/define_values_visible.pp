define d() { notice($noop, $tag, $require == undef, $loglevel) }
d { 'x': noop => true, tag => ['a', 'b'], loglevel => 'debug' }
