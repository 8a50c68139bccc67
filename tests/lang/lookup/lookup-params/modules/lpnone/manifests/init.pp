class lpnone($x = 1) { notice($x) }
