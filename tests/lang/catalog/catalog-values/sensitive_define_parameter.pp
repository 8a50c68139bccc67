define d($p) { notify { $title: message => $p.unwrap } }
d { 'n': p => Sensitive('x') }
