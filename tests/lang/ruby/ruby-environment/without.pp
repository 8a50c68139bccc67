notice(rbenv_both()) notice(rbenv_kinds())
