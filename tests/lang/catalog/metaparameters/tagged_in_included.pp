class a { tag('from_a') include b }
class b { notice(tagged('from_a')) }
include a
