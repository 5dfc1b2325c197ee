/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one object of static storage for what px knows of the translation unit.  */

#include "plugin/base/base.h"

px_unit px_this_unit;
