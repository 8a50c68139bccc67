notice(String(loadyaml('/nonexistent/file.yaml', {'a' => 1}), '%p'))
notice(String(loadyaml('/nonexistent/file.yaml'), '%p'))
notice(String(loadyaml(['x'], 'default'), '%p'))
notice(String(loadyaml('/etc', 'default'), '%p'))
