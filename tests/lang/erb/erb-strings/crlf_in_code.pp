# Ruby reads CR LF in its source as LF; the text around the tags keeps it.
notice(inline_template("<%= 'a\r\nb'.inspect %> <%= \"\r\n\".size %> <%= 1 +\r\n 2 %>").size)
notice(inline_template("<%= 'a\r\nb'.inspect %> <%= \"\r\n\".size %> <%= 1 +\r\n 2 %>"))
notice(inline_template("\r\n<% x = 1\r\n -%>\r\n\r\n").size)
