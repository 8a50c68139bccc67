class my::Own { }
