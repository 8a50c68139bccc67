class k($x = lookup('a_missing')) { }

node default { include k }
