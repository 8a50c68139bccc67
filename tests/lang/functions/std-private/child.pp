include pa::child
