# facts: {"arr": [1,[2,3],{"a.b": 5}], "s":"x"}
notice(fact('arr.0'), fact('arr.1.1'), fact('arr.2."a.b"'), fact('arr.x'), fact('arr.9'), fact('arr.-1'), fact('s.1.2'), fact('arr.0x1.0'), fact('arr.2."a.b".c'))
