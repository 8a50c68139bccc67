define d($p) { notify { "n ${title}": message => $p } }
d { 'x': p => Sensitive('secret') }
