define d { }
@notify { 'virtual': }
notice(defined(d), defined('d'), defined(Notify['virtual']), defined(Notify['none']), defined('Notify[virtual]'), defined('$settings::strict'), defined('include'))
