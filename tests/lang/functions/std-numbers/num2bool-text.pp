notice(num2bool('x'))
