class a { notice('a') }
class b { notice('b') }
class { 'a': ; 'b': }
