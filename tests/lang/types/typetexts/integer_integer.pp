notice(Type('  Integer  '), Type("Integer # c"))
