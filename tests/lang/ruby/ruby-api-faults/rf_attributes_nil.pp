rf_attributes_nil { 'a': }
