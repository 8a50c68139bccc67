notify { ['x', undef]: }
