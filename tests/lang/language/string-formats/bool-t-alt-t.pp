notice(String(true, '%t'), String(true, '%#t'), String(false, '%Y'), String(false, '%#Y'), String(true, '%d'), String(true, '%e'), String(true, '%5s'), String(true, '%-6p'), '|')
