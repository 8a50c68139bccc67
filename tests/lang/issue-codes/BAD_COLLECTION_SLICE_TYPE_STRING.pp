notice(String['x'])
