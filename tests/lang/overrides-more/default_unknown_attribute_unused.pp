File { nothing => 1 }
