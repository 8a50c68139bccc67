ensure_packages([undef])
