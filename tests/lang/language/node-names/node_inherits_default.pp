# node: web1
node 'web1' inherits default { }
node default { }
