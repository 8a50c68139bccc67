notice(Error('m', 'k', {'x' => /re/}))
