class misplaced::construct { }
notify { "loose": }
