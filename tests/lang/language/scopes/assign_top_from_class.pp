class c { $::v = 1 }
