# node: alpha.example.com
node 'alpha.example.com' { notify { 'x': } include c }
class c { notice(tagged('alpha.example.com'), tagged('node')) }
