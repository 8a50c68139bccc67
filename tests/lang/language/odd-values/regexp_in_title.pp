notify { "${/a\/b/}": }
