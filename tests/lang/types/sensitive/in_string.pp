$s = Sensitive('secret')
notice("value ${s}")
