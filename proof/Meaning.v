(* SPDX-License-Identifier: MIT *)
(** * What programs mean, twice

    [thread_of] gives for each thread what it does by itself; the machine interleaves that.
    [reading] is the sequential reading: an ordinary recursive function, in which a unit takes each
    statement with all its threads together (lockstep), the units of a group come one after the
    other, and barriers are nothing.  The later files show that for programs that obey the rules
    the two agree, whatever the schedule. *)

From Px Require Export Machine Calculus.

(** Where a thread's view of an array begins, and how long it is. *)
Record part := Part { base : nat; extent : nat }.
Definition parts := nat -> part.

(** [s]: size of the code's perspective; [t]: the thread; [h]: its scalars. *)
Fixpoint eval (s t : nat) (h : registers) (e : expr) : nat :=
  match e with
  | Const k => k
  | Var x => h x
  | Id n => t mod s / n
  | Op f a b => f (eval s t h a) (eval s t h b)
  end.

(** The parts of thread t inside [Partition a n k]. *)
Definition divide (s t a n k : nat) (w : parts) : parts :=
  set w a (Part (base (w a) + k * (t mod s / n)) k).

(** ** One thread

    In continuation passing style: [k] is what the thread does afterwards.  An access that leaves
    the thread's part is none (px: R1 and R2 speak about these). *)

Fixpoint counted (n j : nat) (body : nat -> (registers -> thread) -> registers -> thread)
  (k : registers -> thread) : registers -> thread :=
  match n with 0 => k | S n => body j (counted n (S j) body k) end.

Definition fence (there : bool) (s t : nat) (p : thread) : thread :=
  if there then Wait s (t / s) p else p.

Fixpoint thread_of (s t : nat) (w : parts) (c : stmt) (k : registers -> thread) (h : registers)
  {struct c} : thread :=
  match c with
  | Skip => k h
  | Seq a b => thread_of s t w a (thread_of s t w b k) h
  | Assign x e => k (set h x (eval s t h e))
  | Load x a i =>
      if eval s t h i <? extent (w a)
      then Read (a, base (w a) + eval s t h i) (fun v => k (set h x v))
      else k (set h x 0)
  | Store a i e =>
      if eval s t h i <? extent (w a)
      then Write (a, base (w a) + eval s t h i) (eval s t h e) (k h)
      else k h
  | If e a b => if eval s t h e =? 0 then thread_of s t w b k h else thread_of s t w a k h
  | Loop x e c => counted (eval s t h e) 0 (fun j k h => thread_of s t w c k (set h x j)) k h
  | Group n c => thread_of n t w c k h
  | Case n i c => if t mod s / n =? i then thread_of n t w c k h else k h
  | Partition a n j f c =>
      fence (before f) s t (thread_of s t (divide s t a n j w) c (fun h => fence (after f) s t (k h)) h)
  | Claim a n i f c =>
      fence (before f) s t (thread_of s t w c (fun h => fence (after f) s t (k h)) h)
  | Barrier => Wait s (t / s) (k h)
  end.

(** ** One unit, sequentially *)

Definition all_registers := nat -> registers.

(** Each thread of unit u does f. *)
Definition each (s u : nat) (f : nat -> registers) (H : all_registers) : all_registers :=
  fun t => if t / s =? u then f t else H t.

Definition read_part (w : part) (a i : nat) (m : memory) : nat :=
  if i <? extent w then m (a, base w + i) else 0.
Definition write_part (w : part) (a i v : nat) (m : memory) : memory :=
  if i <? extent w then store m (a, base w + i) v else m.

Fixpoint repeat_from (n j : nat) (body : nat -> all_registers * memory -> all_registers * memory)
  (z : all_registers * memory) : all_registers * memory :=
  match n with 0 => z | S n => repeat_from n (S j) body (body j z) end.

Fixpoint reading (s u : nat) (w : nat -> parts) (c : stmt) (z : all_registers * memory) {struct c} :
  all_registers * memory :=
  let (H, m) := z in
  let leader := u * s in
  match c with
  | Skip | Barrier => z
  | Seq a b => reading s u w b (reading s u w a z)
  | Assign x e => (each s u (fun t => set (H t) x (eval s t (H t) e)) H, m)
  | Load x a i =>
      (each s u (fun t => set (H t) x (read_part (w t a) a (eval s t (H t) i) m)) H, m)
  | Store a i e =>
      (H, fold_left (fun m t => write_part (w t a) a (eval s t (H t) i) (eval s t (H t) e) m)
            (members s u) m)
  | If e a b => if eval s leader (H leader) e =? 0 then reading s u w b z else reading s u w a z
  | Loop x e c =>
      repeat_from (eval s leader (H leader) e) 0
        (fun j '(H, m) => reading s u w c (each s u (fun t => set (H t) x j) H, m)) z
  | Group n c => repeat_from (s / n) 0 (fun i => reading n (u * (s / n) + i) w c) z
  | Case n i c => reading n (u * (s / n) + i) w c z
  | Partition a n k _ c => reading s u (fun t => divide s t a n k (w t)) c z
  | Claim a n i _ c => reading s u w c z
  end.

(** ** A launch

    N threads, arrays of given lengths that the whole launch has. *)

Record launch := Launch { threads : nat; lengths : nat -> nat; arguments : registers }.

Section Launched.
  Variable L : launch.
  Definition whole_arrays : parts := fun a => Part 0 (lengths L a).
  Definition start (c : stmt) (m : memory) : state :=
    (fun t => thread_of (threads L) t whole_arrays c Done (arguments L), m).
  Definition sequential (c : stmt) (m : memory) : all_registers * memory :=
    reading (threads L) 0 (fun _ => whole_arrays) c (fun _ => arguments L, m).
  Definition top_views : views := fun a => View (Open (threads L)) (lengths L a).
End Launched.
