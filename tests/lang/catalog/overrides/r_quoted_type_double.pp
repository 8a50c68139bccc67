"file" { '/a': }
