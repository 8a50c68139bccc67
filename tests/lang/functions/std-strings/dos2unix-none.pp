notice(dos2unix())
