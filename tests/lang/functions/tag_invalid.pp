tag('not a tag!')
