notice(any2bool('perhaps'))
