notice(String(Integer, '%s'), String(Integer, '%#s'), String(Integer[1,2], '%p'), String(Integer, '%20s|'))
