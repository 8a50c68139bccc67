class a { notify { 'a': } }
class b { notify { 'b': } }
['a', 'b'].each |$c| { include $c }
