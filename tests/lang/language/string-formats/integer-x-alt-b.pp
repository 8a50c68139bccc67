notice(String(-5, '%x'), String(-5, '%#b'), String(-5, '%+o'), String(5, '% d'), String(5, '%05d'), String(5,'%-5d'),'|')
