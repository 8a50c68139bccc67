# environment: own
notice(rbmm::inside())
