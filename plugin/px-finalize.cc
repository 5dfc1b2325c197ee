/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PTX to PTX, once for each architecture.  */

#include "px-plugin.h"

bool px_finalize (const std::string &ptx, std::vector<px_image_text> *images)
{
  images->push_back ({ 80, 70, ptx });
  return true;
}
