function rbmm::global_text() { rbenv_newer() }
