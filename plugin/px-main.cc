/* px.so: entry points of the plugin.  */
#include "gcc-plugin.h"
int plugin_is_GPL_compatible;
int plugin_init (plugin_name_args *, plugin_gcc_version *) { return 0; }
