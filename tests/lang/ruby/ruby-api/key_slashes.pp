ra_key { '/a/': } ra_key { '/a': }
