(* SPDX-License-Identifier: MIT *)
(** * What is proved

    For every launch, every program that the checker accepts for it, every initial memory and every
    schedule.  `make check-proof' prints the assumptions of each theorem of this file. *)

From Px Require Export Schedule.

(** ** Barriers suffice (no types)

    If in one finished run each conflicting pair of accesses is cut by a barrier of both threads, then
    all schedules are free of races and end like this run. *)

Theorem barriers_suffice N r c : legal N r c -> finished N (run r c) -> cut r ->
  forall v, legal N v c ->
    ~ race N (run v c) /\
    length v <= length r /\
    (finished N (run v c) \/ exists e, enabled N e (run v c)) /\
    ((forall e, ~ enabled N e (run v c)) -> same (run r c) (run v c)).
Proof.
  intros L F C v V. assert (W : whole N r c) by (split; auto using cut_clean).
  split; [|split; [|split]].
  - eapply no_race; eauto.
  - eapply no_longer; eauto.
  - eapply no_deadlock; eauto.
  - eapply same_end; eauto.
Qed.

(** ** Programs that the checker accepts *)

Section Accepted.
Variables (G : scalars) (L : launch) (c : stmt) (m : memory).
Let N := threads L.
Hypothesis launched : 0 < N.
Hypothesis accepted : check G (top_views L) N c = true.

Let c0 := start L c m.
Let last_registers := fst (sequential L c m).
Let last_memory := snd (sequential L c m).

Lemma laid_at_start : laid (top_views L) N 0 (fun _ => whole_arrays L).
Proof. split; simpl; auto. fold N. congruence. Qed.

(** Wherever barriers were left out: the machine can do what the sequential reading says. *)
Lemma reading_runs : exists r, legal N r c0 /\
  (forall t, t < N -> fst (run r c0) t = Done (last_registers t)) /\
  (forall l, snd (run r c0) l = last_memory l) /\
  (fenced c -> clean r).
Proof.
  pose proof accepted as T. apply check_iff in T.
  assert (Wi : within N N 0) by (split; simpl; lia).
  assert (A : agree G N 0 (fun _ => arguments L)) by (intros x t t' _ _ _; reflexivity).
  pose proof (reading_is_a_schedule N G (top_views L) N c T 0 (fun _ => whole_arrays L)
    (fun _ => Done) (fun _ => arguments L) m (fst c0) Wi A laid_at_start (fun _ _ => eq_refl)) as D.
  change (let (R', m') := sequential L c m in does N (fenced c) (top_views L) N 0
    (fun _ => whole_arrays L) (fst c0) m (fun t => Done (R' t)) m') in D.
  unfold last_registers, last_memory. destruct (sequential L c m) as [R' m'].
  destruct D as (r & p' & [Lr [S1 S2]] & Q & _ & Gr). simpl in S1, S2. exists r.
  split; [exact Lr|]. split; [|split; [exact S2|]].
  - intros t Ht. unfold c0, start in *. simpl in *. rewrite S1. apply Q. now apply Nat.div_small.
  - intros X. now apply Gr.
Qed.

(** Any placement of barriers.  px leaves out the barriers of partitions and claims that it finds
    superfluous.  Whichever it leaves out, the sequential reading is one of the schedules; and if in it
    the barriers that are left, and the user's collectives, cut each conflict, then no schedule has a
    race, a deadlock or another end. *)
Theorem any_placement : exists r, legal N r c0 /\
  (forall t, t < N -> fst (run r c0) t = Done (last_registers t)) /\
  (forall l, snd (run r c0) l = last_memory l) /\
  (cut r -> forall v, legal N v c0 ->
    ~ race N (run v c0) /\
    length v <= length r /\
    (finished N (run v c0) \/ exists e, enabled N e (run v c0)) /\
    ((forall e, ~ enabled N e (run v c0)) ->
      (forall t, t < N -> fst (run v c0) t = Done (last_registers t)) /\
      (forall l, snd (run v c0) l = last_memory l))).
Proof.
  destruct reading_runs as (r & Lr & R & M & _). exists r.
  split; [exact Lr|]. split; [exact R|]. split; [exact M|]. intros C v Lv.
  assert (F : finished N (run r c0)) by (intros t Ht; eauto).
  destruct (barriers_suffice N r c0 Lr F C v Lv) as (NR & Le & Li & En).
  repeat split; auto; destruct (En H) as [E1 E2]; intros; [rewrite <- E1|rewrite <- E2]; auto.
Qed.

(** *** With all barriers there *)

Hypothesis all_fences : fenced c.

Lemma whole_launch : exists r, whole N r c0 /\
  (forall t, t < N -> fst (run r c0) t = Done (last_registers t)) /\
  (forall l, snd (run r c0) l = last_memory l).
Proof.
  destruct reading_runs as (r & Lr & R & M & C). exists r. split; [|split]; auto.
  split; [exact Lr|]. split; [auto|]. intros t Ht. eauto.
Qed.

(** Race freedom: no schedule reaches a state in which two accesses race. *)
Theorem race_freedom v : legal N v c0 -> ~ race N (run v c0).
Proof. destruct whole_launch as (r & W & _). intros. eapply no_race; eauto. Qed.

(** Liveness: no schedule reaches a deadlock, and none runs forever. *)
Theorem liveness :
  (forall v, legal N v c0 -> finished N (run v c0) \/ exists e, enabled N e (run v c0)) /\
  (exists bound, forall v, legal N v c0 -> length v <= bound).
Proof.
  destruct whole_launch as (r & W & _). split.
  - intros. eapply no_deadlock; eauto.
  - exists (length r). intros. eapply no_longer; eauto.
Qed.

(** Equality with the sequential reading: when no step is left, each thread has the registers and
    each cell the value that the sequential reading gives. *)
Theorem sequential_equality v : legal N v c0 -> (forall e, ~ enabled N e (run v c0)) ->
  (forall t, t < N -> fst (run v c0) t = Done (last_registers t)) /\
  (forall l, snd (run v c0) l = last_memory l).
Proof.
  destruct whole_launch as (r & W & R & M). intros Lv S.
  destruct (same_end N r c0 W v Lv S) as [A B]. split; intros; [rewrite <- A|rewrite <- B]; auto.
Qed.

(** Determinism: two schedules that are over ended alike. *)
Theorem determinism v v' : legal N v c0 -> legal N v' c0 ->
  (forall e, ~ enabled N e (run v c0)) -> (forall e, ~ enabled N e (run v' c0)) ->
  same (run v c0) (run v' c0).
Proof.
  destruct whole_launch as (r & W & _). intros Lv Lv' S S'.
  eapply same_trans; [apply same_sym|]; eapply same_end; eauto.
Qed.

(** Convergence: a thread that has come to a barrier is of the barrier's unit; whatever the schedule
    does until the end, the thread does nothing before it passes that barrier, and then all threads
    of the unit stand at the same barrier. *)
Theorem convergence v v' t s u k : legal N (v ++ v') c0 -> finished N (run (v ++ v') c0) -> t < N ->
  fst (run v c0) t = Wait s u k -> t / s = u ->
  exists a b, v' = a ++ Passes s u :: b
    /\ (forall g, In g a -> involves g t = false)
    /\ forall t', t' / s = u -> exists k', fst (run (v ++ a) c0) t' = Wait s u k'.
Proof. apply Machine.convergence. Qed.

(** Uniformity: at the end of every schedule, a variable at perspective d has one value in each unit
    of size d. *)
Theorem uniformity v t t' x h h' : legal N v c0 -> (forall e, ~ enabled N e (run v c0)) ->
  t < N -> t' < N -> fst (run v c0) t = Done h -> fst (run v c0) t' = Done h' ->
  t / G x = t' / G x -> h x = h' x.
Proof.
  intros Lv S Ht Ht' E E' U. destruct (sequential_equality v Lv S) as [R _].
  rewrite R in E, E' by auto. injection E as <-. injection E' as <-.
  pose proof accepted as T. apply check_iff in T.
  destruct (reading_uniform G _ _ _ T launched 0 (fun _ => whole_arrays L) (fun _ => arguments L) m)
    as [A _].
  - exact laid_at_start.
  - intros y a b _ _ _. reflexivity.
  - unfold last_registers, sequential. apply A; auto; now apply Nat.div_small.
Qed.
End Accepted.
