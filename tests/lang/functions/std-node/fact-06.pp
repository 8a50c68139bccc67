notice(fact('os.release'), fact('processors.count'), fact('dns.0'), fact('dns.5'), fact('os."name"'), fact('"os".family'), fact('load.x'), fact('virtual'))
