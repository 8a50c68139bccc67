# node: web1.example.com
node 'WEB1.Example.COM' { notice('it') }
node default { notice('default') }
