translate('a', {}, 1)
