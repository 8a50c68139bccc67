class c { break() }
define d() { include c }
node default { d { 'x': } }
