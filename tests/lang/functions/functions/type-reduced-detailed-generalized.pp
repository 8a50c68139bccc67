notice(type(1), type('a', 'generalized'), type([1,'a'], reduced), type([1,'a'], detailed), type({a=>1}, generalized))
