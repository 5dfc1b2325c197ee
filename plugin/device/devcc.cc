/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the device compiler, GCC's lto1 for nvptx, on the captured stream.  Files exist in
   memory only (memfd), so nothing remains if px is killed.  */

#include "plugin/device/device.h"
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static std::string
fd_name (int fd)
{
  return "/proc/self/fd/" + std::to_string (fd);
}

static bool
write_all (int fd, const std::string &s)
{
  size_t done = 0;
  while (done < s.size ())
    {
      ssize_t n = write (fd, s.data () + done, s.size () - done);
      if (n < 0 && errno == EINTR)
	continue;
      if (n <= 0)
	return false;
      done += n;
    }
  return true;
}

static std::string
read_all (int fd)
{
  struct stat st;
  std::string s;
  if (fstat (fd, &st) || st.st_size <= 0)
    return s;
  s.resize (st.st_size);
  ssize_t n = pread (fd, &s[0], s.size (), 0);
  s.resize (n < 0 ? 0 : n);
  return s;
}

/* Prints the compiler's output without the notes that px's own options cause.  */
static void
report (const std::string &said)
{
  size_t i = 0;
  while (i < said.size ())
    {
      size_t e = said.find ('\n', i);
      if (e == std::string::npos)
	e = said.size ();
      std::string line = said.substr (i, e - i);
      i = e + 1;
      if (line.empty () || line.find ("note: disable pass tree-nrv") != std::string::npos)
	continue;
      inform (UNKNOWN_LOCATION, "device compiler: %s", line.c_str ());
    }
}

/* Runs ARGV with standard output and error to LOG.  Returns the exit status, -1 with errno if
   it could not be started, or 128 + a signal.  */
static int
run (std::vector<std::string> &argv, int log)
{
  std::vector<char *> v;
  for (std::string &s : argv)
    v.push_back (&s[0]);
  v.push_back (NULL);
  posix_spawn_file_actions_t fa;
  posix_spawn_file_actions_init (&fa);
  posix_spawn_file_actions_adddup2 (&fa, log, 1);
  posix_spawn_file_actions_adddup2 (&fa, log, 2);
  /* lto1 of GCC 13 and later writes to this file what OpenMP's host code must know: nothing
     here.  */
  char requires_file[] = "GCC_OFFLOAD_OMP_REQUIRES_FILE=/dev/null";
  std::vector<char *> env{ requires_file };
  for (char **e = environ; *e; e++)
    env.push_back (*e);
  env.push_back (NULL);
  pid_t pid;
  int err = posix_spawnp (&pid, v[0], &fa, NULL, v.data (), env.data ());
  posix_spawn_file_actions_destroy (&fa);
  if (err)
    {
      errno = err;
      return -1;
    }
  int status;
  while (waitpid (pid, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

int
px_run_on (std::vector<std::string> argv, const std::string &text, std::string *said)
{
  int in = memfd_create ("px-ptx", 0), log = memfd_create ("px-log", 0), status = -1;
  if (in >= 0 && log >= 0 && write_all (in, text))
    {
      argv.push_back (fd_name (in));
      status = run (argv, log);
      *said = read_all (log);
    }
  for (int fd : { in, log })
    if (fd >= 0)
      close (fd);
  return status == 127 ? -1 : status;
}

bool
px_compile_device (const std::string &elf, std::string *ptx)
{
  px_timer timer (PX_W_DEVICE);
  const char *lto1 = px_opt.nvptx_lto1 ? px_opt.nvptx_lto1 : PX_NVPTX_LTO1;
  int in = memfd_create ("px-device", 0);
  int out = memfd_create ("px-ptx", 0);
  int log = memfd_create ("px-log", 0);
  bool ok = false;

  if (in < 0 || out < 0 || log < 0 || !write_all (in, elf))
    {
      error_at (UNKNOWN_LOCATION, "no memory file for device code: %m");
      goto done;
    }
  {
    std::vector<std::string> argv = { lto1,
				      "-quiet",
				      "-dumpbase",
				      main_input_basename ? main_input_basename : "px",
				      PX_NVPTX_ISA_OPTIONS px_opt.debug ? "-O0" : "-O2",
				      "-foffload-abi=lp64",
				      "-fdisable-tree-nrv", /* the pass crashes on aggregate
							       results */
				      "-w",		    /* the host compiler has warned
							       already */
				      "-o",
				      fd_name (out),
				      fd_name (in) };
    if (debug_info_level != DINFO_LEVEL_NONE || px_opt.debug)
      argv.insert (argv.begin () + 2, "-g");
    int status = run (argv, log);
#if GCCPLUGIN_VERSION_MAJOR >= 12
    /* If it fails, try again without its pass that initialises registers, which crashes on some
       functions.  */
    if (status > 0 && !ftruncate (log, 0) && !lseek (log, 0, SEEK_SET))
      {
	argv.insert (argv.begin () + 2, "-minit-regs=0");
	status = run (argv, log);
      }
#endif
    if (status < 0)
      error_at (UNKNOWN_LOCATION, "the nvptx compiler %qs cannot be run: %m", lto1);
    else if (status)
      {
	error_at (UNKNOWN_LOCATION, "the nvptx compiler %qs failed with status %d", lto1, status);
	report (read_all (log));
      }
    else
      {
	report (read_all (log));
	*ptx = read_all (out);
	ok = ptx->find (".version") != std::string::npos;
	if (!ok)
	  error_at (UNKNOWN_LOCATION, "the nvptx compiler %qs made no PTX", lto1);
      }
  }
done:
  for (int fd : { in, out, log })
    if (fd >= 0)
      close (fd);
  return ok;
}
