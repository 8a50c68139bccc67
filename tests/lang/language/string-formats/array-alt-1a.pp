notice(String([[1],2,3], '%#1a'))
