ra_odd { 'a/b': } ra_odd { 'x': first => 'a', second => 'b' }
