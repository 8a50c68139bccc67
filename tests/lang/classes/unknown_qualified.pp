include base::nosuch
