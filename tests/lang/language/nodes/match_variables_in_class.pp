# node: web5.example.com
node /^web(\d)/ { include c }
class c { notice("[${1}]") }
