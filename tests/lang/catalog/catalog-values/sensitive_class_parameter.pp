class k($p) { notify { 'n': message => $p } }
class { 'k': p => Sensitive('x') }
