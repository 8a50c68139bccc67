notice(inline_template('<% raise "my message" %>'))
