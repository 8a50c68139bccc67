notice(deprecation('x', 'y'))
