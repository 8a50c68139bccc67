#!/bin/sh
echo x_program=1
echo X_Program_Two=a b
echo nothing
