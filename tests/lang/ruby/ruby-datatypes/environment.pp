# environment: own
notice(Local(3), Local(3).twice)
notice(Everywhere(1).mine)
notice(Environment::X(4))
notice(1 =~ Env)
notice(Dt::Person('ann', 1990).age)
