# node: web1
class web1 { }
node 'web1' { }
