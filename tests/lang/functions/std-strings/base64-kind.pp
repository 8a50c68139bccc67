notice(base64('encode', 1))
