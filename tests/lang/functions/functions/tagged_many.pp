class c { tag('one', 'two') notice(tagged('one', 'two'), tagged('one', 'three')) }
include c
