class misplaced::other { }
