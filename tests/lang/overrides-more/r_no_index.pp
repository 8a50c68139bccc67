Notify[] { a => 1 }
