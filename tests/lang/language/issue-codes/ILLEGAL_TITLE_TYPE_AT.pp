notify { ['x', 5]: }
