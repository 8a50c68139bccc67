notice(Error[{kint => 'x'}])
