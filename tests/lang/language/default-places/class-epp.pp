class k($x = inline_epp('<%= lookup("a_missing") %>')) { }

include k
