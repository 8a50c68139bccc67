include pa::define
