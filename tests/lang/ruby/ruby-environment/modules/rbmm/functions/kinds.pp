function rbmm::kinds() { 'language of the module' }
