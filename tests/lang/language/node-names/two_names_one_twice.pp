# node: web1
node 'web1', 'web1' { notice(1) }
