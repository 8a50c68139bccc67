notice(member([true], true))
