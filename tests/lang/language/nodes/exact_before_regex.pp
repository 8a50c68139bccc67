# node: web42.example.com
node /^web/ { notice('regex') }
node 'web42.example.com' { notice('exact') }
