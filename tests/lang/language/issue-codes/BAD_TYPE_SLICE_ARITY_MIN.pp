notice(Tuple[*[]])
