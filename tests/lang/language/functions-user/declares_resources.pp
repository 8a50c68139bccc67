function f($names) { $names.each |$n| { notify { "made ${n}": } } }
class c { f(['a', 'b']) }
include c
