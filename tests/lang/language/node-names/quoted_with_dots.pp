# node: web1.example.com
node 'web1.example.com' { notice('it') }
node default { notice('default') }
