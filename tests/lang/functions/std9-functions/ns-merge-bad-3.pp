$r = stdlib::merge({'a'=>1}) |$h| { {} }
