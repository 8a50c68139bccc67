deprecation('key', 'text')
