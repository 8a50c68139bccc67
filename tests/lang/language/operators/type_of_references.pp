notice(File['/a'] =~ File, Class['c'] =~ Class, File['/a'] < Resource, Resource['file', '/a'] == File['/a'])
