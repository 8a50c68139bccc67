node default { include c }
class c { d { 'x': } notify { 'c': } }
define d { notify { 'd': } }
