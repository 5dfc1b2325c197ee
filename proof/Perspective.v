(* SPDX-License-Identifier: MIT *)
(** * Perspectives

    A perspective level[n] is n units of thread, block or grid.  Once the shape of a launch is
    known, a perspective is a number of threads, its size; and because perspectives are aligned,
    thread [t] belongs to the unit [t / size].  The calculus works with sizes; this file shows that
    nothing is lost (px's order of perspectives is divisibility of sizes) and collects what the
    other files need to know about units.

    Size 0 is "broader than everything", where constants live: in Coq [t / 0 = 0], so all threads
    are in its one unit, and every size divides 0. *)

From Coq Require Export Arith Lia List PeanoNat Bool.
Export ListNotations.

Notation "a 'divides' b" := (Nat.divide a b) (at level 70).

(** ** Levels and sizes *)

Inductive level := Thread | Block | Grid.
Record perspective := Units { level_of : level; count_of : nat }.

Section Launch.
  Variables (threads blocks : nat).     (* threads a block, blocks a grid *)

  Definition unit_of (l : level) : nat :=
    match l with Thread => 1 | Block => threads | Grid => blocks * threads end.

  Definition size (p : perspective) : nat := count_of p * unit_of (level_of p).

  Definition height (l : level) : nat := match l with Thread => 0 | Block => 1 | Grid => 2 end.

  (** What one unit of the next level holds of units of this one. *)
  Definition next (l : level) : nat :=
    match l with Thread => threads | Block => blocks | Grid => 0 end.

  (** doc/px.texi, "Perspectives": p is broader than q if the level is the same and q's count
      divides p's, or p's level is higher and q fits into a unit of the level above its own. *)
  Definition broader (p q : perspective) : Prop :=
    (level_of p = level_of q /\ count_of q divides count_of p)
    \/ (height (level_of q) < height (level_of p) /\ count_of q divides next (level_of q)).

  Theorem broader_is_divisibility p q : broader p q -> size q divides size p.
  Proof.
    destruct p as [lp n], q as [lq m]. unfold broader, size. simpl.
    intros [[-> [k ->]] | [H [k E]]].
    - exists k. ring.
    - destruct lp, lq; simpl in *; try lia; subst.
      + exists (n * k). ring.
      + exists (n * (blocks * k)). ring.
      + exists (n * k). ring.
  Qed.
End Launch.

(** ** Units

    "t is in unit u of size s" is [t / s = u] throughout. *)

(** Units of one size are each contained in one unit of any size that it divides. *)
Lemma same_broader_unit n s t t' : n divides s -> t / n = t' / n -> t / s = t' / s.
Proof.
  intros [k ->] E. destruct k as [|k]; [reflexivity|]. destruct n as [|n]; [now rewrite Nat.mul_0_r|].
  rewrite (Nat.mul_comm (S k) (S n)), <- !Nat.div_div by lia. now rewrite E.
Qed.

Section Sub.
  Variables (n s : nat).
  Hypotheses (Hn : 0 < n) (Hs : 0 < s) (D : n divides s).

  Lemma parts_positive : 0 < s / n.
  Proof. destruct D as [k ->]. rewrite Nat.div_mul by lia. nia. Qed.

  (** Unit [t / n] is number [t mod s / n] of the [s / n] units in unit [t / s]. *)
  Lemma unit_number t : t / n = t / s * (s / n) + t mod s / n.
  Proof.
    destruct D as [k ->]. assert (k <> 0) by nia. rewrite Nat.div_mul by lia.
    rewrite (Nat.mul_comm k n), Nat.mod_mul_r by lia.
    rewrite (Nat.mul_comm n (_ mod k)), Nat.div_add by lia.
    rewrite (Nat.div_small (t mod n)) by (apply Nat.mod_upper_bound; lia).
    rewrite <- Nat.div_div by lia. simpl.
    rewrite (Nat.mul_comm (t / n / k)). apply Nat.div_mod. lia.
  Qed.

  Lemma number_below t : t mod s / n < s / n.
  Proof.
    pose proof (Nat.mod_upper_bound t s ltac:(lia)) as B. destruct D as [k ->].
    rewrite Nat.div_mul by lia. apply Nat.div_lt_upper_bound; lia.
  Qed.

  (** The units of size n in unit u of size s are those numbered u * (s / n) + i. *)
  Lemma in_part t u i : i < s / n -> (t / n = u * (s / n) + i <-> t / s = u /\ t mod s / n = i).
  Proof.
    intros Hi. pose proof (number_below t). rewrite unit_number.
    split; [intros E|intros [-> ->]; reflexivity].
    assert (t / s = u) by nia. subst u. split; [reflexivity|lia].
  Qed.

  Lemma same_number t t' : t / s = t' / s -> (t mod s / n = t' mod s / n <-> t / n = t' / n).
  Proof. intros E. rewrite (unit_number t), (unit_number t'), E. lia. Qed.
End Sub.

(** The threads of a unit, in order. *)
Definition members (s u : nat) : list nat := seq (u * s) s.

Lemma in_members s u t : 0 < s -> (In t (members s u) <-> t / s = u).
Proof.
  intros Hs. unfold members. rewrite in_seq. split.
  - intros H. symmetry. apply (Nat.div_unique t s u (t - u * s)); lia.
  - intros <-. pose proof (Nat.div_mod t s ltac:(lia)).
    pose proof (Nat.mod_upper_bound t s ltac:(lia)). lia.
Qed.

Lemma members_nodup s u : NoDup (members s u).
Proof. apply seq_NoDup. Qed.

(** Unit u of size s is one of a launch of N threads. *)
Definition within (N s u : nat) : Prop := 0 < s /\ u * s + s <= N.

Lemma within_thread N s u t : within N s u -> t / s = u -> t < N.
Proof. intros [Hs B] E. apply in_members in E; [|lia]. apply in_seq in E. lia. Qed.

Lemma within_part N n s u i :
  within N s u -> 0 < n -> n divides s -> i < s / n -> within N n (u * (s / n) + i).
Proof.
  intros [Hs B] Hn [k ->] Hi. rewrite Nat.div_mul in * by lia. split; [lia|nia].
Qed.

(** ** Maps *)

Definition set {A} (f : nat -> A) (x : nat) (v : A) : nat -> A :=
  fun y => if y =? x then v else f y.

Lemma set_same {A} (f : nat -> A) x v : set f x v x = v.
Proof. unfold set. now rewrite Nat.eqb_refl. Qed.

Lemma set_other {A} (f : nat -> A) x v y : y <> x -> set f x v y = f y.
Proof. intros H. unfold set. apply Nat.eqb_neq in H. now rewrite H. Qed.
