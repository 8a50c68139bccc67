node default { deprecation('a', 'b') }
