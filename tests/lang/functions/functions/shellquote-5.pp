notice(shellquote('ä', '~', 'a;b', "\\", "`", '$(x)'))
