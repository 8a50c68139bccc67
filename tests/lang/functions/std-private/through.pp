include pa::through
