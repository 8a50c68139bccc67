stage { ['one', 'two']: }
Stage['one'] -> Stage['main'] -> Stage['two']
class c { }
class { 'c': stage => 'two' }
