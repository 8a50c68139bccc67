Resource["one::tWo"] { "a": }
