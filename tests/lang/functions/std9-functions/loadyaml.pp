$r0 = loadyaml('/nonexistent', 'd')
notice(String($r0, '%p'))
