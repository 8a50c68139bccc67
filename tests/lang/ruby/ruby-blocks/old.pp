notice(rbold_block([1, 2]))
