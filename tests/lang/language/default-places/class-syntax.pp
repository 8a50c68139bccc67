class k($x = inline_epp('<%= $a %')) { }
include k
