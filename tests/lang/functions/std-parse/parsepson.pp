notice(String(parsepson('{"a": [1, 2.5, null]}'), '%p'))
notice(String(parsepson('nope', 'default'), '%p'))
notice(String(parsepson('"text"', 'default'), '%p'))
