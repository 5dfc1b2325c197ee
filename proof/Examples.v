(* SPDX-License-Identifier: MIT *)
(** * Programs, right and wrong

    The theorems say something: here is a program that the checker accepts, with what it computes
    under all schedules; and for four rules a program that breaks this rule alone, is refused, and
    does go wrong on the machine. *)

From Px Require Import Theorems.

(** All variables live at thread[1]. *)
Definition at_thread : scalars := fun _ => 1.

(** The first kernel of README, in one block of four threads: each thread writes its element, then
    reads its neighbour's.
[[
      int t __perspective (thread, 1) = px_id (thread);
      __partition (thread, 1, int *w = tile + t)
        __group (thread, 1) *w = t;
      int y __perspective (thread, 1) = tile[t ^ 1];
]] *)
Definition neighbours : stmt :=
  Seq (Assign 0 (Id 1))
  (Seq (Partition 0 1 1 (Fences true true) (Group 1 (Store 0 (Const 0) (Var 0))))
       (Load 1 0 (Op Nat.lxor (Var 0) (Const 1)))).

Definition four : launch := Launch 4 (fun _ => 4) (fun _ => 0).

Example neighbours_accepted : check at_thread (top_views four) 4 neighbours = true.
Proof. reflexivity. Qed.

(** Whatever the schedule: when it is over, thread t has its neighbour's number. *)
Theorem neighbours_meet m v t : legal 4 v (start four neighbours m) ->
  (forall e, ~ enabled 4 e (run v (start four neighbours m))) -> t < 4 ->
  exists h, fst (run v (start four neighbours m)) t = Done h /\ h 1 = Nat.lxor t 1.
Proof.
  intros L S T.
  destruct (sequential_equality at_thread four neighbours m ltac:(simpl; lia) neighbours_accepted
    ltac:(simpl; auto 10) v L S) as [R _].
  eexists. split; [apply R; exact T|].
  do 4 (destruct t as [|t]; [reflexivity|]). simpl in T. lia.
Qed.

(** ** Wrong programs, in a launch of two threads *)

Definition two : launch := Launch 2 (fun _ => 2) (fun _ => 0).

(** Threads 0 and 1 are about to write one cell. *)
Lemma both_write (c : state) l v v' k k' :
  fst c 0 = Write l v k -> fst c 1 = Write l v' k' -> race 2 c.
Proof.
  intros A B. exists (Writes 0 l), (Writes 1 l).
  split; [|split; [|split; [|reflexivity]]].
  - split; [simpl; lia|]. intros t I. apply Nat.eqb_eq in I. subst. now rewrite A.
  - split; [simpl; lia|]. intros t I. apply Nat.eqb_eq in I. subst. now rewrite B.
  - intros t I. apply Nat.eqb_eq in I. now subst.
Qed.

(** D4: a store through a view that the threads share. *)
Definition broad_store : stmt := Store 0 (Const 0) (Id 1).

Theorem D4_is_needed : check at_thread (top_views two) 2 broad_store = false
  /\ forall m, race 2 (start two broad_store m).
Proof. split; [reflexivity|]. intros m. eapply both_write; reflexivity. Qed.

(** Thread 0 is done, and thread 1 waits for it. *)
Lemma waits_alone (c : state) h k : fst c 0 = Done h -> fst c 1 = Wait 2 0 k ->
  ~ finished 2 c /\ forall e, ~ enabled 2 e c.
Proof.
  intros A B. split.
  - intros F. destruct (F 1 ltac:(lia)) as [h' E]. congruence.
  - intros e [X E]. destruct (involves_somebody 2 e X) as [t I].
    pose proof (involves_bounded 2 e t X I) as T. destruct t as [|[|t]]; [| |lia].
    + specialize (E 0 I). rewrite A in E. destruct e; exact E.
    + pose proof (E 1 I) as E1. rewrite B in E1. destruct e; try exact E1. destruct E1 as [-> ->].
      specialize (E 0 eq_refl). rewrite A in E. exact E.
Qed.

(** C3: a barrier under a condition that is not the same for all threads: thread 1 waits for ever. *)
Definition divergent : stmt := If (Id 1) Barrier Skip.

Theorem C3_is_needed : check at_thread (top_views two) 2 divergent = false
  /\ forall m, ~ finished 2 (start two divergent m)
            /\ forall e, ~ enabled 2 e (start two divergent m).
Proof. split; [reflexivity|]. intros m. eapply waits_alone; reflexivity. Qed.

(** D6: two cases use what one of them has claimed. *)
Definition shared_claim : stmt :=
  Claim 0 1 0 (Fences true true)
    (Seq (Case 1 0 (Store 0 (Const 0) (Const 7)))
         (Case 1 1 (Store 0 (Const 0) (Const 8)))).

Theorem D6_is_needed : check at_thread (top_views two) 2 shared_claim = false
  /\ forall m, exists v, legal 2 v (start two shared_claim m)
            /\ race 2 (run v (start two shared_claim m)).
Proof.
  split; [reflexivity|]. intros m. exists [Passes 2 0]. split.
  - repeat split; simpl; try lia; auto.
    all: apply Nat.eqb_eq in H; auto.
  - eapply both_write; reflexivity.
Qed.

(** The barrier after the partition: README's kernel is accepted without it, for the rules do not look
    at barriers; but it races, so this one px must not leave out. *)
Definition neighbours_at_once : stmt :=
  Seq (Assign 0 (Id 1))
  (Seq (Partition 0 1 1 (Fences true false) (Group 1 (Store 0 (Const 0) (Var 0))))
       (Load 1 0 (Op Nat.lxor (Var 0) (Const 1)))).

Theorem the_barrier_is_needed : check at_thread (top_views two) 2 neighbours_at_once = true
  /\ forall m, exists v, legal 2 v (start two neighbours_at_once m)
            /\ race 2 (run v (start two neighbours_at_once m)).
Proof.
  split; [reflexivity|]. intros m. exists [Passes 2 0; Writes 0 (0, 0)]. split.
  - split; [|split; [|exact I]].
    + split; [split; simpl; lia|]. intros t I. apply Nat.eqb_eq in I. simpl. auto.
    + split; [simpl; lia|]. intros t I. apply Nat.eqb_eq in I. now subst.
  - exists (Reads 0 (0, 1)), (Writes 1 (0, 1)). split; [|split; [|split; [|reflexivity]]].
    + split; [simpl; lia|]. intros t I. apply Nat.eqb_eq in I. now subst.
    + split; [simpl; lia|]. intros t I. apply Nat.eqb_eq in I. now subst.
    + intros t I. apply Nat.eqb_eq in I. now subst.
Qed.

(** With the claim's own case alone it is right. *)
Example own_claim : check at_thread (top_views two) 2
  (Claim 0 1 0 (Fences true true) (Case 1 0 (Store 0 (Const 0) (Const 7)))) = true.
Proof. reflexivity. Qed.

(** D1: what a thread computes is given out as the unit's, and then used as a condition. *)
Definition written_up : stmt := Seq (Assign 2 (Id 1)) (If (Var 2) Barrier Skip).

Theorem D1_is_needed : check (fun _ => 2) (top_views two) 2 written_up = false
  /\ forall m, ~ finished 2 (start two written_up m)
            /\ forall e, ~ enabled 2 e (start two written_up m).
Proof. split; [reflexivity|]. intros m. eapply waits_alone; reflexivity. Qed.
