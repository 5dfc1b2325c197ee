#!/bin/sh
# Makes configure and Makefile.in in a checkout.
cd "$(dirname "$0")" && exec autoreconf -fi
