getparam()
