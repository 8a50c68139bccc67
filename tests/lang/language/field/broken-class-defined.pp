notice(defined('$fieldload::nope::x'))
