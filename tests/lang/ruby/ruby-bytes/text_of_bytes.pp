# Without rich data, bytes that could be text are text.
notify { 'bytes': message => inline_template('<%= "\u00e9".b %>') }
notify { 'text': message => inline_template('<%= "\u00e9" %>') }
