notice(Init[Optional[Integer]], Init[NotUndef])
