notice(upcase('aäß'), downcase('AÄ'), capitalize('éa b'), camelcase('foo_bar__baz_'), camelcase('_a'), upcase(['a',['b']]), upcase({'a'=>'b'}), upcase(5), capitalize(['ab', 5]), upcase([{a=>[b]}]))
