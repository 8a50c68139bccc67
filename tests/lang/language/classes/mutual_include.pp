class a { notice('a starts') include b notice('a ends') }
class b { notice('b starts') include a notice('b ends') }
include a
