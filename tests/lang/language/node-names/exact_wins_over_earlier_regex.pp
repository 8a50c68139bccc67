# node: web1
node /web/ { notice('regex') }
node 'web1' { notice('exact') }
