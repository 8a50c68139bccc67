class c { tag('one') if tagged('one', 'c') { notice('both') } if tagged('two') { notice('no') } }
include c
