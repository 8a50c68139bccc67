# "::notify" is the name of a class or define only.
define made { }
class there { }
notify { String([defined('::notify'), defined('notify'), defined('::made'), defined('::there'), defined('::File'), defined('::main')]): }
