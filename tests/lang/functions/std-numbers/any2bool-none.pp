notice(any2bool())
