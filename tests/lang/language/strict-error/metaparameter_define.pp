define d($noop = true) { notify { $title: } }
d { 'x': }
