define d() { notify { $title: } }
@d { 'x': }
