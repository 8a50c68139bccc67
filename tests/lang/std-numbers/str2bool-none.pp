notice(str2bool())
