define d() { notify { $title: } }
stage { 'first': }
d { 'x': stage => 'first' }
