notice(import('a'))
