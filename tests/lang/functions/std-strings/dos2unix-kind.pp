notice(dos2unix(['a']))
