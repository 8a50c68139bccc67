# The class's file cannot be loaded: the variable is unknown.
$x = $fieldload::nope::x
notice("x is '${x}'")
notice(defined('fieldload::nope'))
