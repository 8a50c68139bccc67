notice(String(1.5, '%d'), String(1.5, '%x'), String(1.5, '%s'), String(1.5, '%#s'), String(1.5, '%p'), String(1.5, '%8.3f'), String(1.5, '%a'), String(1.5, '%g'))
