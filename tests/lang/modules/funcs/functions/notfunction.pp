class funcs::notfunction { }
