getparam(File['/x'])
