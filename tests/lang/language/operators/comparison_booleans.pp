notice(true == true, true == 'true', false != true)
notice(true < false)
