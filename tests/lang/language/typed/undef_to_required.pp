class { 'typed::required': one => undef, two => undef }
