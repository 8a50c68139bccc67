# environment: own
notice(environment::elsewhere())
