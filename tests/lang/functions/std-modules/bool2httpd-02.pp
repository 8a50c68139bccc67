apache::bool2httpd()
