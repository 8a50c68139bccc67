# node: web12.example.com
node /^web(\d+)/ { notice($1, $0) include c }
class c { notice("<${1}>") }
