# node: web1
class k { file { '/k': } }
node 'web1' { include k }
