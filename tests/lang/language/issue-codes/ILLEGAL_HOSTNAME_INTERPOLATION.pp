node "a${1}b" { }
