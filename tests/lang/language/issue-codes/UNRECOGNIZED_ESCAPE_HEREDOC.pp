notice(@("END"/t))
a\qb\tc
| END
