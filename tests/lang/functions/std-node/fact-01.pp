notice(fact('os.family'), fact('os'), fact('nope'), fact('os.nope'), fact('os.nope.x'), fact(''), fact('os."family"'))
