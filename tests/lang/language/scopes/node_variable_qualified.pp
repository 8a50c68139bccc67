node default { $v = 5 include c }
class c { notice("<${::v}>") }
