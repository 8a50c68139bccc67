notice(Integer['x'])
