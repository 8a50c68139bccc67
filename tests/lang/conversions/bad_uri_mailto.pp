notice(URI('mailto:a'))
