class { 'typed': notundef => undef }
