class c(*$rest) { }
