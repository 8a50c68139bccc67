rubyfns_statement()
