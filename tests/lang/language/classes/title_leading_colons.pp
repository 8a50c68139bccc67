class a::b { notice($title) }
class { '::a::b': }
