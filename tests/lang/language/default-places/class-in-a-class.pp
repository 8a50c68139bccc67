class a { include b }


class b($x = lookup('a_missing')) { }
include a
