class k($x = "a${lookup('a_missing')}b") { }
include k
