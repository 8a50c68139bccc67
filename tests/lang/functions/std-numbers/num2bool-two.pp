notice(num2bool(1, 2))
