function f($x) { "${x}!" }
class c($m = f('c')) { notify { $m: } }
include c
