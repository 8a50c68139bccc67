notice(defined('nosuch', 'alsonot'), defined('nosuch', 'file'))
