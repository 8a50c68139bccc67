# node: web1.example.com
node 'web1.example.com' { notify { 'x': } }
