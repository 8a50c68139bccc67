translate('a', 'b')
