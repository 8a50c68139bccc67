# The template sets a variable before it turns out that only Ruby can render it.
notify { 'x': message => inline_template("<%- scope.setvar('_t', {}) -%><%- scope.lookupvar('_t')[:item] = 'x' -%>a<%= scope.lookupvar('_t')[:item] %>") }
