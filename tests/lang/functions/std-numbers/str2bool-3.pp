notice(String(str2bool("x\n\ny"), '%p'))
notice(String(str2bool("yes\n"), '%p'))
