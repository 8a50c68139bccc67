# A title of a file has a form, which the empty one does not have.
file { '/x': mode => File }
