class c($facts) { }
