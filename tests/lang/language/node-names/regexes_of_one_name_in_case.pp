node 'alpha.example.com' { }
node /x\.y/ { }
node /^X.y$/ { }
