#!/bin/sh
echo x_program_status=1; echo oops >&2; exit 3
