define d() { notify { $title: } }
d { 't': require => Notify['first'] }
notify { 'first': }
