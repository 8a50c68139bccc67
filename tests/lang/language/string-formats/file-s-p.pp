notice(String(File['/x'], '%s'), String(File['/x'], '%p'))
