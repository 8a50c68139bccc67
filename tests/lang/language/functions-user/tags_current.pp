function f() { tag('from_f'); tagged('from_f') }
class c { notice(f()); notify { 'x': } }
include c
