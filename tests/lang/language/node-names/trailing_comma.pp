# node: web1
node 'web1', 'web2', { notice(1) }
