notice(num2bool(''))
