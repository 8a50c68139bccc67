notice(inline_template('a
<%= @nope.length %>'))
