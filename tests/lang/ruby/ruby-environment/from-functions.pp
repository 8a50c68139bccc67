# environment: own
notice(rbenv_calls())
notice(rbmm::global_text())
