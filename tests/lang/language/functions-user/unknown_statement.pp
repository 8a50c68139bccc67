nothing_there 1
