notice([3,1].group_by |$a| { break() })
