class c($1) { }
