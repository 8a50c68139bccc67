notice(empty(Sensitive([])))
