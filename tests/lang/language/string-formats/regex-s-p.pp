notice(String(/a\/b/, '%s'), String(/a\/b/, '%p'), String(/a\/b/, '%#s'), String(/ä/), String(/ä/, '%p'))
