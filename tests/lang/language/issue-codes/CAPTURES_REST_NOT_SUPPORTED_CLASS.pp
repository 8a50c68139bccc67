class c(*$a) { }
