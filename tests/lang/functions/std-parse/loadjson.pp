notice(String(loadjson('/nonexistent/file.json', 'default'), '%p'))
notice(String(loadjson('/nonexistent/file.json'), '%p'))
notice(String(loadjson(1, 'default'), '%p'))
notice(String(loadjson('/etc', 'default'), '%p'))
