ensure_resource('class', 'q', {p => 1})
class q($p) { notice($p) }
