type A = CatalogEntry[3]
notice(A)
