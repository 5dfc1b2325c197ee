# SPDX-License-Identifier: MIT
# The launches in a program, of which the preprocessed text is read: for each kernel a row NAME BLOCKS
# THREADS [I=VALUE]..., the blocks of all of them and the threads of a block, else 0, and the value of argument I,
# where these are the same in all, and sums, products and the like of numbers and enumerators.
{ text = text $0 "\n" }

# Reads the next word of `rest' into `word'.
function next_word ()
{
  sub (/^[ \t\n]+/, "", rest)
  if (!match (rest, /^([A-Za-z_][A-Za-z_0-9]*|[0-9]+[uUlL]*|<<|>>|.)/))
    return word = ""
  word = substr (rest, 1, RLENGTH)
  rest = substr (rest, RLENGTH + 1)
  return word
}

# The value of what `rest' begins with, a number, an enumerator or a sum in parentheses; sets `bad' if it is none.
function factor (   v)
{
  if (word == "-" || word == "+")
    {
      v = word == "-" ? -1 : 1
      next_word()
      return v * factor()
    }
  if (word == "(")
    {
      next_word()
      v = sum()
      if (word != ")")
	bad = 1
      next_word()
      return v
    }
  if (word ~ /^[0-9]/)
    {
      bad = bad || word ~ /^0[0-9]/
      v = word + 0
    }
  else if (word in enumerator && !(word in busy))
    v = constant(enumerator[word], word)
  else
    bad = 1
  next_word()
  return v
}
function product (   v, w, op)
{
  v = factor()
  while (word ~ /^[*\/%]$/)
    {
      op = word
      next_word()
      w = factor()
      if (op != "*" && (w <= 0 || v < 0))
	bad = 1
      else
	v = op == "*" ? v * w : op == "/" ? int (v / w) : v % w
    }
  return v
}
function sum (   v, op)
{
  v = product()
  while (word ~ /^[-+]$/)
    {
      op = word
      next_word()
      v = op == "+" ? v + product() : v - product()
    }
  return v
}

# The value of S, which `of' is defined as, or nothing; sets `bad' if it has none.
function constant (s, of,   r, w, v)
{
  r = rest
  w = word
  rest = s
  if (of)
    busy[of] = 1
  next_word()
  v = sum()
  if (word != "" || v < -2147483648 || v > 2147483647)
    bad = 1
  if (of)
    delete busy[of]
  rest = r
  word = w
  return v
}

# Reads the enumerators of the program.  One that has two values has none.
function read_enumerators (   t, body, n, i, part, name, v, last)
{
  t = text
  while (match (t, /enum[ \t\n]*[A-Za-z_0-9]*[ \t\n]*\{[^{}]*\}/))
    {
      body = substr (t, RSTART, RLENGTH - 1)
      t = substr (t, RSTART + RLENGTH)
      sub (/^[^{]*\{/, "", body)
      n = split (body, part, ",")
      last = "-1"
      for (i = 1; i <= n; i++)
	{
	  if (!match (part[i], /[A-Za-z_][A-Za-z_0-9]*/))
	    continue
	  name = substr (part[i], RSTART, RLENGTH)
	  v = substr (part[i], RSTART + RLENGTH)
	  if (!sub (/^[ \t\n]*=/, "", v))
	    v = last " + 1"
	  if (name in enumerator && enumerator[name] != v)
	    v = "?"
	  enumerator[name] = v
	  last = name
	}
    }
}

# The value of S, or "" if it is not known.
function value (s,   v)
{
  bad = 0
  v = constant(s, "")
  return bad ? "" : v
}

# The positive number that S is; 0: it is none.
function number (s,   v)
{
  v = value(s)
  return v == "" || v < 0 ? 0 : v
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
  read_enumerators()
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
      first = !(name in most)
      config = substr (text, at + end - 1, 2000)
      sub (/^[^)]*\) \(/, "", config)
      delete arg
      arguments(config, 1, 99)
      for (i = 1; i in arg; i++)
	{
	  v = value(arg[i])
	  if (first)
	    given[name, i] = v
	  else if (given[name, i] != v)
	    given[name, i] = ""
	}
      if (first)
	most[name] = i - 1
    }
  for (name in blocks)
    {
      row = name " " blocks[name] " " threads[name]
      for (i = 1; i <= most[name]; i++)
	if (given[name, i] != "")
	  row = row " " i "=" given[name, i]
      print row
    }
}
