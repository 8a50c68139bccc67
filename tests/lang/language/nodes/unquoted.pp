# node: web1.example.com
node web1.example.com { notice('bare name') }
