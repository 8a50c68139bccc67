notice(str2bool([]))
