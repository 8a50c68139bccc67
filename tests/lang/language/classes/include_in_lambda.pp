class c1 { notify { 'c1': } }
class c2 { notify { 'c2': } }
['c1', 'c2'].each |$c| { include $c }
