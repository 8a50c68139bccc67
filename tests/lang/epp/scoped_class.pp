include base::templated
