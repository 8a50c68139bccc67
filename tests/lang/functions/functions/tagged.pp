tag('mine')
notice(tagged('mine'), tagged('other'), tagged('class'))
class c { notice(tagged('c'), tagged('mine'), tagged('settings')) }
include c
