# node: web1
node 'web1' { notice(1) if true { notice(2) } }
