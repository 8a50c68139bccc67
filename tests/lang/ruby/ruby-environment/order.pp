# environment: own
notice(rbenv_both())
notice(rbenv_kinds())
notice(rbenv_text())
notice(rbmm::kinds())
notice(size('abc'))
