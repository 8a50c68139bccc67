ra_emptypatterns { 'a': } ra_emptypatterns { 'b': name => 'a' }
