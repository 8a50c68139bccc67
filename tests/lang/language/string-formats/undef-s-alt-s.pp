notice(String(undef, '%s'), String(undef, '%#s'), String(undef, '%d'), String(undef, '%5v'), String(undef, '%n'), String(undef, '%#n'), String(undef, '%u'), String(undef, '%#u'))
