type A = Runtime[ruby, [/a/, 'b']]
notice(A)
