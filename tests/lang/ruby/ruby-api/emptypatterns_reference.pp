ra_emptypatterns { 'a': } notify { 'x': require => Ra_emptypatterns['a'] }
