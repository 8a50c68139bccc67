define one::two() { }
["one::two", "NOTIFY"].each |$t| { Resource[$t] { "a": } }
