include base::inherits
