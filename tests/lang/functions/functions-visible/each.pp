include own
include uses
include plain
include own
