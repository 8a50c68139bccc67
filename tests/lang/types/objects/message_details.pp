notice(Error('x'), type(Error('x')), Error('x', 'k'), type(Error('x', 'k')))
notice(Error('x') =~ Error, Error('x','k') =~ Error['k'], Error('x') =~ Error['k'], Error('x','k') =~ type(Error('x')))
notice(Error['k'] < Error, Error['k'] == Error['k'], Error == Error['k'], Error[/k/] > Error['k'])
notice(Error('x').message, Error('x').details)
