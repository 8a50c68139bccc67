import('a')
