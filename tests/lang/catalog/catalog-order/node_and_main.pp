# node: n1.example.com
notify { 'main': }
node 'n1.example.com' { notify { 'node': } include k }
class k { notify { 'k': } }
