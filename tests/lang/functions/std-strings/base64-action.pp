notice(base64('code', 'x'))
