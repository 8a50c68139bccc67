notice(base64('decode', 'YQ', 'strict'))
