class pa::child inherits pb::inner { }
