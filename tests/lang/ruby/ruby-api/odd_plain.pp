ra_odd { 'a/b': } ra_odd { 'c': second => 'd' } ra_odd { 'e': }
