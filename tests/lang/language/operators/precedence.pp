notice(1 + 2 * 3 == 7, !true == false, 1 < 2 and 3 < 2 or true, 2 in [1, 2] == true)
notice(!false and true, 1 + 1 in [2], -2 + 3, 1 << 2 + 1)
