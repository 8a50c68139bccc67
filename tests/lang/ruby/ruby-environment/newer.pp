# environment: own
notice(rbenv_newer())
notice(environment::rbenv_named())
notice(rbenv_older())
notice(environment::rbenv_text2())
notice(defined('rbenv_newer'), defined('rbenv_older'))
