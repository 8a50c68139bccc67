type Files = File
notice(File['/x'] =~ Files)
