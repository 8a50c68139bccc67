# node: web1.example.com
node 'WEB1.example.com' { notice('case is folded') }
