type Env = Integer[1]
