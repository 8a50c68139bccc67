notice(String(any2bool({}), '%p'))
notice(String(any2bool(false), '%p'))
