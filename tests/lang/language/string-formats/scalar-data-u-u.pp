notice(String('a', {Scalar => '%u'}), String('a', {ScalarData => '%u'}), String('a', {Data => '%u'}), String('a', {Variant[String,Integer] => '%u'}), String('a', {Optional[String]=>'%u'}))
