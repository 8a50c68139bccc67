node base { }
node 'alpha.example.com' inherits base { }
