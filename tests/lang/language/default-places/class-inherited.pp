class p($x = lookup('a_missing')) { }
class k inherits p { }

include k
