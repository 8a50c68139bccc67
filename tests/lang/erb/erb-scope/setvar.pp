notice(inline_template('<% scope.setvar("made", "here") %><%= scope["made"] %>'))
notice($made)
