notice('before')
1 + 2
