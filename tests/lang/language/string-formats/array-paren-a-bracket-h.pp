notice(String([], '%(a'), String({}, '%[h'), String([], '%#a'), String({}, '%#h'))
