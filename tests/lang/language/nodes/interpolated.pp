node "web${x}.example.com" { }
