include fieldload::reader
include fieldload::nope
