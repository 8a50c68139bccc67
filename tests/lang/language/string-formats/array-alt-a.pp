notice(String([[],[[]]], '%#a'))
