#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes ./configure from configure.ac, in a fresh checkout.
set -eu
cd "$(dirname "$0")"
exec autoreconf --force --install
