include base::fails
