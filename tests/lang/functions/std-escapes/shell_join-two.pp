notice(shell_join(['a'], 'b'))
