$rbtop = "top-"
notice(rbcalls::run("scope_variable"))
