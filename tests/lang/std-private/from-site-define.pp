pb::thing { 'x': }
