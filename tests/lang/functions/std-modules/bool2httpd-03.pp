bool2httpd()
