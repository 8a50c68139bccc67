upcase 'a', 'b'
