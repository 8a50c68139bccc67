class c($tag) { }
