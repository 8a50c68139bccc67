notice(str2bool(' yes'))
