notice(defined('rubyfns::echo'), defined('rubyfns_old'), defined('rubyfns::never'))
