# The error is about the caller, whose place it has.

  include typed::earlier
