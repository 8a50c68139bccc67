notify { "in staging": }
