notice(String(dirname('a/b'), '%p'))
notice(String(dirname('a//b'), '%p'))
notice(String(dirname('a/b///'), '%p'))
notice(String(dirname('ä/ö'), '%p'))
