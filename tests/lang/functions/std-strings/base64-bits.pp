notice(base64('decode', 'YR==', 'strict'))
