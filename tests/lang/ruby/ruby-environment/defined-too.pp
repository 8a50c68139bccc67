# environment: own
function rbenv_defined() { 'in the manifest' }
notice(rbenv_defined())
