[$facts, $a] = [1,2]
