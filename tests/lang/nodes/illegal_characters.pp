node 'web 1!' { }
