# node: web1.example.com
node 'web1' { notice('short') }
node default { notice('default') }
