node 'alpha.example.com' { }
node 'alpha.example.com' { }
