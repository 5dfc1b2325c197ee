/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the structures of runtime/image.h, as variables of the host program.

   Needs: px_replace_symbols while parsing; px_emit_image
   once, when the offload stream is complete and the PTX exists.
   Leaves: initialised variables in the symbol table.  Field orders and types
   follow runtime/image.h; their layout is that of C, computed by GCC.  */

#include "plugin/device/device.h"
#include "runtime/image.h"

/* ---- structures, field by field --------------------------------------- */

struct record
{
  std::vector<tree> fields; /* FIELD_DECLs */
  vec<constructor_elt, va_gc> *values = NULL;
};

static void
put_field (record *r, tree value)
{
  tree f = build_decl (BUILTINS_LOCATION, FIELD_DECL, NULL_TREE, TREE_TYPE (value));
  r->fields.push_back (f);
  CONSTRUCTOR_APPEND_ELT (r->values, f, value);
}

static void
put_u32 (record *r, unsigned long v)
{
  put_field (r, build_int_cst (uint32_type_node, v));
}
static void
put_u64 (record *r, uint64_t v)
{
  put_field (r, build_int_cst (uint64_type_node, v));
}

/* Appends the address of variable V, or NULL.  */
static void
put_address (record *r, tree v)
{
  put_field (r, v ? fold_convert (ptr_type_node, build_fold_addr_expr (v)) : null_pointer_node);
}

static tree string_variable (const char *s, size_t n);

static void
put_string (record *r, const char *s)
{
  put_address (r, string_variable (s, strlen (s)));
}

static tree
finish (record *r)
{
  tree type = make_node (RECORD_TYPE), last = NULL_TREE;
  for (tree f : r->fields)
    {
      DECL_CONTEXT (f) = type;
      if (last)
	DECL_CHAIN (last) = f;
      else
	TYPE_FIELDS (type) = f;
      last = f;
    }
  layout_type (type);
  tree c = build_constructor (type, r->values);
  TREE_CONSTANT (c) = 1;
  TREE_STATIC (c) = 1;
  return c;
}

/* ---- variables -------------------------------------------------------- */

static void
initialise (tree v, tree init)
{
  DECL_INITIAL (v) = init;
  varpool_node::finalize_decl (v);
}

static void
mark_used (tree v, bool retain)
{
  DECL_PRESERVE_P (v) = 1;
  DECL_ATTRIBUTES (v) = tree_cons (get_identifier ("used"), NULL_TREE, DECL_ATTRIBUTES (v));
  if (retain)
    DECL_ATTRIBUTES (v) = tree_cons (get_identifier ("retain"), NULL_TREE, DECL_ATTRIBUTES (v));
  varpool_node::get_create (v)->force_output = 1;
}

static tree
external (const char *name, tree type)
{
  tree v = px_own_variable (name, type);
  TREE_STATIC (v) = 0;
  TREE_PUBLIC (v) = 1;
  DECL_EXTERNAL (v) = 1;
  DECL_VISIBILITY (v) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED (v) = 1;
  return v;
}

/* What the image has so far.  */
struct px_unit_image
{
  unsigned texts;		       /* number of variables that are strings */
  std::map<std::string, tree> records; /* of device functions and variables, by their names */
};

static px_unit_image &
image_parts ()
{
  return px_unit_part (px_this_unit.image);
}

/* Makes a variable of N bytes and a NUL.  */
static tree
string_variable (const char *s, size_t n)
{
  char name[32];
  tree str = build_string (n + 1, NULL);
  memcpy (const_cast<char *> (TREE_STRING_POINTER (str)), s, n);
  TREE_TYPE (str) = build_array_type_nelts (char_type_node, n + 1);
  TREE_CONSTANT (str) = TREE_STATIC (str) = TREE_READONLY (str) = 1;
  snprintf (name, sizeof name, "px.text.%u", image_parts ().texts++);
  tree v = px_own_variable (name, TREE_TYPE (str));
  TREE_READONLY (v) = 1;
  initialise (v, str);
  return v;
}

/* Makes a static variable of INIT, whose name is PREFIX and that of FN.  */
static tree
static_record (const char *prefix, tree fn, tree init)
{
  std::string name = std::string (prefix) + IDENTIFIER_POINTER (DECL_NAME (fn));
  tree v = px_own_variable (name.c_str (), TREE_TYPE (init));
  initialise (v, init);
  return v;
}

/* Makes a static array of the addresses of VARIABLES; NULL if there are none.  */
static tree
address_array (const char *name, const std::vector<tree> &variables)
{
  if (variables.empty ())
    return NULL_TREE;
  tree type = build_array_type_nelts (ptr_type_node, variables.size ());
  vec<constructor_elt, va_gc> *values = NULL;
  for (size_t i = 0; i < variables.size (); i++)
    CONSTRUCTOR_APPEND_ELT (values, size_int (i),
			    fold_convert (ptr_type_node, build_fold_addr_expr (variables[i])));
  tree v = px_own_variable (name, type);
  initialise (v, build_constructor (type, values));
  return v;
}

/* ---- records ---------------------------------------------------------- */

/* Returns the record of device function or variable D: px_emit_image defines it if D is defined
   in this unit, else another object does.  */
static tree
symbol_record (tree d)
{
  std::string id = px_ptx_name (d);
  tree &v = image_parts ().records[id];
  if (v)
    return v;
  char *name = concat ("px.device.", id.c_str (), NULL);
  v = px_own_record (name, sizeof (struct px_symbol) / 8);
  free (name);
  if (TREE_PUBLIC (d))
    {
      TREE_PUBLIC (v) = 1;
      DECL_VISIBILITY (v) = VISIBILITY_HIDDEN;
      DECL_VISIBILITY_SPECIFIED (v) = 1;
      DECL_EXTERNAL (v) = 1;
      TREE_STATIC (v) = 0;
    }
  else
    {
      varpool_node::finalize_decl (v);
      DECL_PRESERVE_P (d) = 1; /* otherwise GCC would drop it as unused */
      varpool_node::get_create (d)->force_output = 1;
    }
  return v;
}

/* px_symbol (v) is __px_symbol (&v): replaces that by the record's address.  */
static tree
replace_symbol (tree *tp, int *, void *fn)
{
  tree t = *tp, f = TREE_CODE (t) == CALL_EXPR ? get_callee_fndecl (t) : NULL_TREE;
  if (!f || !id_equal (DECL_NAME (f), "__px_symbol") || call_expr_nargs (t) != 1)
    return NULL_TREE;
  tree a = CALL_EXPR_ARG (t, 0);
  while (CONVERT_EXPR_P (a) || TREE_CODE (a) == NON_LVALUE_EXPR)
    a = TREE_OPERAND (a, 0);
  if (TREE_CODE (a) == ADDR_EXPR && TREE_CODE (TREE_OPERAND (a, 0)) == ARRAY_REF
      && integer_zerop (TREE_OPERAND (TREE_OPERAND (a, 0), 1)))
    a = build_fold_addr_expr (TREE_OPERAND (TREE_OPERAND (a, 0), 0));
  bool variable = TREE_CODE (a) == ADDR_EXPR && px_device_var_p (TREE_OPERAND (a, 0));
  if (variable && !px_device_fn_p ((tree) fn))
    *tp = fold_convert (TREE_TYPE (t), build_fold_addr_expr (symbol_record (TREE_OPERAND (a, 0))));
  else if (a != error_mark_node)
    {
      if (variable)
	px_error (EXPR_LOCATION (t), PX_D_SYMBOL_DEVICE, TREE_OPERAND (a, 0));
      else
	px_error (EXPR_LOCATION (t), PX_D_SYMBOL_ARGUMENT);
      *tp = build_zero_cst (TREE_TYPE (t));
    }
  return NULL_TREE;
}

void
px_replace_symbols (tree fn)
{
  tree f = identifier_global_value (get_identifier ("__px_symbol"));
  if (!f || !TREE_USED (f))
    return;
  TREE_USED (f) = 0;
  walk_tree_without_duplicates (&DECL_SAVED_TREE (fn), replace_symbol, fn);
}

/* Sets contents INIT of V, a variable that was finalised without: as if it had been declared
   with it.  */
static void
fill (tree v, tree init)
{
  TREE_TYPE (v) = TREE_TYPE (init);
  DECL_SIZE (v) = NULL_TREE;
  DECL_SIZE_UNIT (v) = NULL_TREE;
  SET_DECL_MODE (v, VOIDmode);
  layout_decl (v, 0);
  DECL_INITIAL (v) = init;
  if (DECL_EXTERNAL (v))
    {
      DECL_EXTERNAL (v) = 0;
      TREE_STATIC (v) = 1;
      varpool_node::finalize_decl (v);
      varpool_node::get (v)->force_output = 1; /* other objects use it */
      return;
    }
  varpool_node::get_create (v)->remove_all_references ();
  record_references_in_initializer (v, false);
}

/* Makes the array of struct px_map_use for K's copies; NULL if there are none.  */
static tree
map_array (const px_kernel_rec &k)
{
  if (px_map_uses (k.twin).empty ())
    return NULL_TREE;
  record r;
  for (const px_map_rec &m : px_map_uses (k.twin))
    {
      const px_fragment &t = m.tile;
      put_u32 (&r, m.argument);
      put_u32 (&r, m.offset);
      put_u32 (&r, m.rank);
      put_u32 (&r, m.bytes);
      put_u32 (&r, m.store);
      put_u32 (&r, t.elem ? t.elem->bits / 8 : 0);
      put_u32 (&r, t.elem ? t.strip / (t.elem->bits / 8) : 0);
      put_u32 (&r, t.elem && t.strip > 16 ? t.strip : 0);
      if (t.elem)
	put_string (&r, px_fragment_name (t).c_str ());
      else
	put_address (&r, NULL_TREE);
      put_u32 (&r, expand_location (m.loc).line);
      put_u32 (&r, 0); /* padding before the next field */
    }
  return static_record ("px.maps.", k.stub, finish (&r));
}

/* Appends the pointers in TYPE, of argument ARGUMENT, at byte AT.  FIRST: for elements of an
   array the offset of the first pointer with the same member names, else -1.  Members of a
   union are one pointer.  */
static void
find_pointers (tree type, unsigned argument, unsigned at, int first, std::vector<px_pointer> *to)
{
  if (POINTER_TYPE_P (type))
    {
      unsigned group = first < 0 ? 0 : 64 + (argument << 13) + first,
	       writes = !px_reads_only_p (type);
      for (px_pointer &p : *to)
	if (p.argument == argument && p.offset == at)
	  {
	    p.writes |= writes;
	    return;
	  }
      to->push_back ({ argument, at, group, writes });
    }
  else if (TREE_CODE (type) == ARRAY_TYPE && TYPE_SIZE_UNIT (type)
	   && tree_fits_uhwi_p (TYPE_SIZE_UNIT (type)))
    {
      unsigned all = tree_to_uhwi (TYPE_SIZE_UNIT (type)),
	       one = int_size_in_bytes (TREE_TYPE (type));
      for (unsigned i = 0; one && i + one <= all; i += one)
	find_pointers (TREE_TYPE (type), argument, at + i, first < 0 ? (int) at : first, to);
    }
  else if (RECORD_OR_UNION_TYPE_P (type))
    for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
      if (TREE_CODE (f) == FIELD_DECL && !DECL_BIT_FIELD (f))
	{
	  int in = int_byte_position (f);
	  find_pointers (TREE_TYPE (f), argument, at + in, first < 0 ? first : first + in, to);
	}
}

/* Makes the array of struct px_pointer for K's parameters, *N of them; NULL if there are none.  */
static tree
pointer_array (const px_kernel_rec &k, unsigned *n)
{
  std::vector<px_pointer> all;
  unsigned argument = 0;
  for (const px_piece &p : px_pieces (k.twin))
    {
      size_t before = all.size ();
      find_pointers (p.type, argument++, 0, -1, &all);
      if (!p.aggregate && all.size () > before)
	all.back ().group = px_alias_group (k.twin, p.parm);
    }
  *n = all.size ();
  if (all.empty ())
    return NULL_TREE;
  record r;
  for (const px_pointer &p : all)
    {
      put_u32 (&r, p.argument);
      put_u32 (&r, p.offset);
      put_u32 (&r, p.group);
      put_u32 (&r, p.writes);
    }
  return static_record ("px.pointers.", k.stub, finish (&r));
}

/* Returns true if device symbol N has a record.  Neither the host nor other objects can name
   others.  */
static bool
recorded_p (symtab_node *n)
{
  return n && n->offloadable && px_device_p (n->decl) && !DECL_ARTIFICIAL (n->decl)
	 && !px_twin_p (n->decl)
	 && (TREE_PUBLIC (n->decl) || image_parts ().records.count (px_ptx_name (n->decl)));
}

/* Makes the array of struct px_use for device function or kernel FN, *N of them; NULL if there
   are none.  */
static tree
use_array (tree fn, unsigned *n)
{
  std::set<std::string> elsewhere;
  record r;
  auto add = [&] (tree d, bool writes) {
    put_address (&r, symbol_record (d));
    put_u32 (&r, writes);
    put_u32 (&r, 0);
    ++*n;
  };
  *n = 0;
  for (const auto &u : px_uses_of (fn, &elsewhere))
    if (recorded_p (symtab_node::get (u.first)))
      add (u.first, u.second.write);
  symtab_node *s;
  if (!elsewhere.empty ())
    FOR_EACH_SYMBOL (s)
      if (TREE_CODE (s->decl) == FUNCTION_DECL && !s->definition && recorded_p (s)
	  && elsewhere.count (IDENTIFIER_POINTER (DECL_NAME (s->decl))))
	add (s->decl, false);
  if (!*n)
    return NULL_TREE;
  return static_record ("px.uses.", fn, finish (&r));
}

/* Makes the array of struct px_array for K's shared memory, *N of them; NULL if there are none.  */
static tree
shared_array (const px_kernel_rec &k, unsigned *n)
{
  std::vector<px_shared_part> all = px_shared_parts (k.twin);
  *n = all.size ();
  if (all.empty ())
    return NULL_TREE;
  record r;
  for (const px_shared_part &p : all)
    {
      uint32_t rank = 0, extent[PX_ARRAY_RANK] = {}, element = p.bytes;
      if (p.array)
	{
	  tree type = TREE_TYPE (p.array);
	  for (; rank < PX_ARRAY_RANK && TREE_CODE (type) == ARRAY_TYPE; type = TREE_TYPE (type))
	    {
	      tree size = TYPE_SIZE_UNIT (type);
	      HOST_WIDE_INT one = int_size_in_bytes (TREE_TYPE (type));
	      extent[rank++]
		= size && tree_fits_uhwi_p (size) && one > 0 ? tree_to_uhwi (size) / one : 0;
	    }
	  element = int_size_in_bytes (type);
	  put_string (&r, IDENTIFIER_POINTER (DECL_NAME (p.array)));
	  char *text = print_generic_expr_to_str (type);
	  put_string (&r, text);
	  free (text);
	}
      else if (p.callee)
	{
	  put_string (&r, IDENTIFIER_POINTER (DECL_NAME (p.callee)));
	  put_address (&r, NULL_TREE);
	}
      else
	{
	  put_address (&r, NULL_TREE);
	  put_address (&r, NULL_TREE);
	}
      put_u32 (&r, p.at);
      put_u32 (&r, p.bytes);
      put_u32 (&r, element);
      put_u32 (&r, rank);
      for (uint32_t e : extent)
	put_u32 (&r, e);
    }
  return static_record ("px.arrays.", k.stub, finish (&r));
}

/* Makes the array of struct px_fact for K, *N of them; NULL if there are none.  */
static tree
fact_array (const px_kernel_rec &k, unsigned *n)
{
  std::vector<px_fact_rec> all = px_facts_recorded (k.twin);
  *n = all.size ();
  if (all.empty ())
    return NULL_TREE;
  record r;
  for (const px_fact_rec &f : all)
    {
      record nodes;
      for (const px_fact_node &x : f.nodes)
	{
	  put_u32 (&nodes, x.op);
	  put_u32 (&nodes, x.bits);
	  put_u32 (&nodes, x.is_signed);
	  put_u32 (&nodes, x.a);
	  put_u32 (&nodes, x.b);
	  put_u32 (&nodes, 0);
	  put_u64 (&nodes, x.value);
	}
      std::string prefix = "px.nodes." + std::to_string (&f - all.data ()) + ".";
      put_string (&r, f.where->text.c_str ());
      put_address (&r, static_record (prefix.c_str (), k.stub, finish (&nodes)));
      put_u32 (&r, f.nodes.size ());
      put_u32 (&r, f.element);
      put_u32 (&r, f.argument);
      put_u32 (&r, 0);
    }
  return static_record ("px.facts.", k.stub, finish (&r));
}

static void
fill_kernel (const px_kernel_rec &k, tree image, unsigned variants)
{
  record r;
  px_signature s = px_signature_of (k.twin);
  std::vector<unsigned> sizes;
  for (const px_piece &p : px_pieces (k.twin))
    sizes.push_back (p.size);
  tree size_array = NULL_TREE;
  if (!sizes.empty ())
    {
      tree type = build_array_type_nelts (uint32_type_node, sizes.size ());
      vec<constructor_elt, va_gc> *values = NULL;
      for (size_t i = 0; i < sizes.size (); i++)
	CONSTRUCTOR_APPEND_ELT (values, size_int (i), build_int_cst (uint32_type_node, sizes[i]));
      size_array = static_record ("px.params.", k.stub, build_constructor (type, values));
    }
  expanded_location at = expand_location (DECL_SOURCE_LOCATION (k.stub));

  put_string (&r, px_ptx_name (k.stub).c_str ());
  put_address (&r, image);
  put_u32 (&r, s.grid ? s.grid : 1);
  put_u32 (&r, s.block ? s.block : 1);
  put_u32 (&r, s.thread ? s.thread : 1);
  put_u32 (&r, s.threads);
  put_u32 (&r, s.cluster);
  put_u32 (&r, px_shared_bytes (k.twin));
  unsigned dynamic = px_shared_dynamic (k.twin);
  put_u32 (&r, dynamic);
  put_u32 (&r, (s.cooperative ? PX_KERNEL_COOPERATIVE : 0) | (dynamic ? PX_KERNEL_DYNAMIC_SMEM : 0)
		 | (TREE_PUBLIC (k.stub) ? 0 : PX_KERNEL_STATIC));
  put_u32 (&r, variants);
  put_u32 (&r, sizes.size ());
  put_address (&r, size_array);
  put_string (&r, at.file ? at.file : "");
  put_u32 (&r, at.line);
  put_u32 (&r, px_map_uses (k.twin).size ());
  put_address (&r, map_array (k));
  unsigned pointers, uses;
  tree pointer_list = pointer_array (k, &pointers), use_list = use_array (k.stub, &uses);
  put_u32 (&r, pointers);
  put_u32 (&r, uses);
  put_address (&r, pointer_list);
  put_address (&r, use_list);
  unsigned arrays;
  tree array_list = shared_array (k, &arrays);
  put_address (&r, array_list);
  put_u32 (&r, arrays);
  put_u32 (&r, 0);
  unsigned facts;
  tree fact_list = fact_array (k, &facts);
  put_address (&r, fact_list);
  put_u32 (&r, facts);
  put_u32 (&r, 0);
  fill (k.record, finish (&r));
}

/* Appends signature and file of a symbol.  */
static void
put_declared (record *r, const px_declared &d)
{
  if (d.signature.empty ())
    put_address (r, NULL_TREE);
  else
    put_string (r, d.signature.c_str ());
  put_string (r, d.file.c_str ());
  put_u32 (r, d.line);
}

/* Makes the records of the device symbols of this unit: those that it defines, with contents,
   in DEFINED; for those that it only uses structures px_import in USED.  */
static void
fill_symbols (tree image, std::vector<tree> *defined, record *used, unsigned *uses)
{
  symtab_node *s;
  std::vector<symtab_node *> all;
  FOR_EACH_SYMBOL (s)
    if (recorded_p (s))
      all.push_back (s);
  std::sort (all.begin (), all.end (),
	     [] (symtab_node *a, symtab_node *b) { return a->order < b->order; });
  for (symtab_node *n : all)
    {
      tree v = symbol_record (n->decl);
      std::string name = px_ptx_name (n->decl);
      if (!n->definition)
	{
	  ++*uses;
	  put_address (used, v);
	  put_declared (used, px_declared_as (name));
	  put_u32 (used, 0);
	  continue;
	}
      record r;
      put_string (&r, name.c_str ());
      put_address (&r, image);
      put_u64 (&r, VAR_P (n->decl) ? tree_to_uhwi (DECL_SIZE_UNIT (n->decl)) : 0);
      put_declared (&r, px_declared_as (name));
      put_u32 (&r, VAR_P (n->decl) ? PX_SYMBOL_VARIABLE : PX_SYMBOL_FUNCTION);
      unsigned n_uses = 0;
      put_address (&r, VAR_P (n->decl) ? NULL_TREE : use_array (n->decl, &n_uses));
      put_u32 (&r, n_uses);
      put_u32 (&r, 0);
      fill (v, finish (&r));
      defined->push_back (v);
    }
}

bool
px_emit_image (const std::vector<px_image_text> &texts)
{
  tree image = px_own_record ("px.image", (sizeof (struct px_image) + 7) / 8);
  varpool_node::finalize_decl (image);

  record all;
  for (const px_image_text &t : texts)
    {
      put_u32 (&all, t.arch);
      put_u32 (&all, t.isa);
      put_u32 (&all, 0);
      put_u32 (&all, 0);
      put_address (&all, string_variable (t.text.data (), t.text.size ()));
      put_u64 (&all, t.text.size ());
    }
  tree init = finish (&all);
  tree variants = px_own_variable ("px.variants", TREE_TYPE (init));
  initialise (variants, init);

  std::vector<tree> kernels, symbols;
  record used;
  unsigned uses = 0;
  for (const px_kernel_rec &k : px_kernels ())
    {
      unsigned held = 0;
      for (size_t i = 0; i < texts.size (); i++)
	held |= (unsigned) texts[i].held[&k - px_kernels ().data ()] << i;
      fill_kernel (k, image, held);
      kernels.push_back (k.record);
    }
  fill_symbols (image, &symbols, &used, &uses);
  tree imports = NULL_TREE;
  if (uses)
    {
      tree all_used = finish (&used);
      imports = px_own_variable ("px.imports", TREE_TYPE (all_used));
      initialise (imports, all_used);
    }

  record r;
  put_u32 (&r, PX_IMAGE_MAGIC);
  put_u32 (&r, PX_IMAGE_VERSION);
  put_u32 (&r, texts.size ());
  put_u32 (&r, kernels.size ());
  put_u32 (&r, symbols.size ());
  put_u32 (&r, uses);
  put_address (&r, variants);
  put_address (&r, address_array ("px.kernels", kernels));
  put_address (&r, address_array ("px.symbols", symbols));
  put_address (&r, imports);
  put_address (&r, external ("__start_px_images", ptr_type_node));
  put_address (&r, external ("__stop_px_images", ptr_type_node));
  put_address (&r, external ("__dso_handle", ptr_type_node));
  put_string (&r, main_input_filename ? main_input_filename : "");
  put_address (&r, NULL_TREE);
  fill (image, finish (&r));

  tree entry = px_own_variable ("px.entry", ptr_type_node);
  set_decl_section_name (entry, "px_images");
  initialise (entry, fold_convert (ptr_type_node, build_fold_addr_expr (image)));
  mark_used (entry, true);
  return uses;
}
