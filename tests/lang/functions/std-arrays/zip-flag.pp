notice(zip([1], [2], 'perhaps'))
