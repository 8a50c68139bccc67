node 'other.example.com' { notice('other') }
node default { notice('default') include c }
class c { notify { 'c': } }
