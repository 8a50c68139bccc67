notice(num2bool())
