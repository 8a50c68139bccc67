notify { ['x', '']: }
