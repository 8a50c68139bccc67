class c { }
c()
