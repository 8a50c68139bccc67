notify { 'a': message => [1, CatalogEntry] }
