# node: web1.example.com
node 'web1.example.com' { notice('exact') notify { 'x': } }
node default { notice('default') }
