notice(Binary({ 'value' => [1], 'format' => '%b' }))
