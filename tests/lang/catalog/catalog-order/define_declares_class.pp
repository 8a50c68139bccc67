define d() { include k notify { $title: } }
class k { notify { 'k': } }
d { 'one': }
d { 'two': }
