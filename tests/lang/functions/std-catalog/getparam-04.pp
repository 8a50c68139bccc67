getparam(File['/x'], 5)
