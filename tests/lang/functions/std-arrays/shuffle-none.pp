notice(shuffle())
