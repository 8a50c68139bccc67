notice(str2bool('okay'))
