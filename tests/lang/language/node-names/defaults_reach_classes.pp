# node: web1
class k { notify { 'x': } }
node 'web1' { Notify { message => 'of node' } include k }
