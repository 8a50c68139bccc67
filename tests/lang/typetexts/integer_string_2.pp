type A = Integer | String
