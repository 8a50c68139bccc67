raise 'cannot be loaded'
