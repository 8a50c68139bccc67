# node: other
node 'web1', default { notice('default') }
