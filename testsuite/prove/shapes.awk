# SPDX-License-Identifier: MIT
# The launches in a program, of which the preprocessed text is read: for each kernel a row NAME BLOCKS
# THREADS, the blocks of all of them and the threads of a block, where these are numbers, or enumerators
# with numbers, and the same; else 0.
{ text = text $0 "\n" }

# The number that S is, or that the program defines it as; 0: none.
function number (s,   found)
{
  while (s ~ /^\([^()]*\)$/)
    s = substr (s, 2, length (s) - 2)
  if (s ~ /^[0-9]+$/)
    return s + 0
  if (s !~ /^[A-Za-z_][A-Za-z_0-9]*$/ || !match (text, "[{,][ \n\t]*" s " = [0-9]+[ \t]*[\n,}]"))
    return 0
  found = substr (text, RSTART, RLENGTH)
  sub (/[ \t\n,}]*$/, "", found)
  sub (/.*[^0-9]/, "", found)
  return found + 0
}

# Reads the arguments of the list that begins at AT in S, up to MOST, into ARG; returns where they end.
function arguments (s, at, most,   depth, start, n, c)
{
  delete arg
  for (start = at; at <= length (s); at++)
    {
      c = substr (s, at, 1)
      if ((c == ")" || c == ",") && !depth)
	{
	  arg[++n] = substr (s, start, at - start)
	  gsub (/^[ \t\n]+|[ \t\n]+$/, "", arg[n])
	  start = at + 1
	  if (c == ")" || n == most)
	    return start
	}
      else if (c == "(" || c == "[" || c == "{")
	depth++
      else if (c == ")" || c == "]" || c == "}")
	depth--
    }
  return at
}

END {
  # px_launch (CONFIG, NAME, ...) becomes px__push (CONFIG), (NAME) (...), px__pop ().
  for (at = 1; match (substr (text, at), /px__push \(/); )
    {
      at += RSTART - 1 + RLENGTH
      config = substr (text, at, 300)
      end = arguments(config, 1, 99)
      if (!match (substr (config, end), /^, \([A-Za-z_][A-Za-z_0-9]*\) \(/))
	continue
      name = substr (config, end + 3, RLENGTH - 6)
      b = t = 0
      if (match (config, /px_grid \(/) && RSTART < end)
	{
	  arguments(config, RSTART + RLENGTH, 2)
	  b = number(arg[1])
	  t = number(arg[2])
	}
      if (!(name in blocks))
	{
	  blocks[name] = b
	  threads[name] = t
	}
      if (blocks[name] != b)
	blocks[name] = 0
      if (threads[name] != t)
	threads[name] = 0
    }
  for (name in blocks)
    print name, blocks[name], threads[name]
}
