class k($x = lookup('a_missing') |$key| { lookup('b_missing') }) { }
include k
