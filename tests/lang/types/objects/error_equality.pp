notice(Error({msg => 'm', kind => 'k'}) == Error('m', 'k'))
