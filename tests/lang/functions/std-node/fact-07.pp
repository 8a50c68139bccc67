notice(fact('a..b'), fact('.os.family'), fact('os.family.'), fact('"'), fact('""'), fact('os."family'))
