# Two templates that define a method of the same name; the first is rendered again after the second.
$first = "first <% def shout(v) v.upcase + '!' end %><%= shout('a') %>"
$second = "second <% def shout(v) v.upcase + '?' end %><%= shout('b') %>"
notice(inline_template($first))
notice(inline_template($second))
notice(inline_template($first))
notice(inline_template("<%= shout('c') %>"))
