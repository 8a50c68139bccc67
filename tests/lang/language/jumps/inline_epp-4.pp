notice(inline_epp('a<% break() %>b'))
