define d() { notify { $title: } }
class k { tag 'late' d { 't': } }
include k
