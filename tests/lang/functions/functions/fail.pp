notice('before')
fail('it', 'went', 'wrong')
