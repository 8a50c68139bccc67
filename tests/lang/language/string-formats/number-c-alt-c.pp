notice(String(65, '%c'), String(65, '%#c'), String(65, '%5c'), String(5, '%#s'), String(5,'%5s'), String(5, '%p'), String(5, '%e'))
