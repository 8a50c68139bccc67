notice(num2bool('ä1'))
