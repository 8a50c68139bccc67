notify { "${/a\/b":/} }
