notice(-'3', -'x')
