# node: db1
node 'web1', /^db/, default { notice('one of them') }
