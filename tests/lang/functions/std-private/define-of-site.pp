define c { pb::thing { 'x': } }
c { 'y': }
