notice(base64('encode', 'x', undef))
