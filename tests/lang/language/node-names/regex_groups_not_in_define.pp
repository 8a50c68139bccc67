# node: web12.example.com
define d() { notice("<${1}>") }
node /^([a-z]+)/ { d { 'x': } }
