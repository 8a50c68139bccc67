notice(Integer('0x1f'), Integer('- 12'), Integer('017'), Integer('0b11'), Integer(' 7'), Integer('+5'), Integer('0'))
