notice(rubyfns_two('fail', 'why'))
