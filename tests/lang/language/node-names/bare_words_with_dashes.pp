# node: web-1.example.com
node web-1.example.com { notice('it') }
