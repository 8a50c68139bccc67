notice(inline_template('<%= file.inspect %>'))
