notice(rubyfns::uncaught('load'))
