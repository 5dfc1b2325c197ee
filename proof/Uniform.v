(* SPDX-License-Identifier: MIT *)
(** * Broad values are uniform

    A variable at perspective d has one value in each unit of size d: rules D1, D4 and F4 keep it so,
    and rule C3 lives on it.  This file follows the sequential reading only. *)

From Px Require Export Layout.

Section Uniform.
Variable G : scalars.

(** In unit u of size s, each variable x has one value for all threads of a unit of size [G x]. *)
Definition agree (s u : nat) (H : all_registers) : Prop :=
  forall x t t', t / s = u -> t' / s = u -> t / G x = t' / G x -> H t x = H t' x.

(** From H to H' nothing happened but to threads of unit u, and to variables that code of size s may
    write. *)
Definition kept (s u : nat) (H H' : all_registers) : Prop :=
  (forall t, t / s <> u -> H' t = H t) /\
  (forall x t, ~ G x divides s -> H' t x = H t x).

Lemma kept_refl s u H : kept s u H H.
Proof. split; auto. Qed.

Lemma kept_trans s u H H' H'' : kept s u H H' -> kept s u H' H'' -> kept s u H H''.
Proof. intros [A B] [A' B']. split; intros; [rewrite A', A|rewrite B', B]; auto. Qed.

Lemma eval_agree s u H e d t t' : value G s e d -> 0 < s -> agree s u H ->
  t / s = u -> t' / s = u -> t / d = t' / d -> eval s t (H t) e = eval s t' (H t') e.
Proof.
  intros V Hs A T T'. induction V; simpl; intros E.
  - reflexivity.
  - apply A; auto.
  - apply same_number; auto. congruence.
  - rewrite IHV1, IHV2; auto; apply (same_broader_unit (Nat.gcd d d')); auto;
      [apply Nat.gcd_divide_r|apply Nat.gcd_divide_l].
Qed.

(** A condition as broad as the code is one for the unit: the leader's. *)
Lemma eval_leader s u H e d t : value G s e d -> s divides d -> 0 < s -> agree s u H ->
  t / s = u -> eval s t (H t) e = eval s (u * s) (H (u * s)) e.
Proof.
  intros V D Hs A T. assert (u * s / s = u) as E by (apply Nat.div_mul; lia).
  eapply eval_agree; eauto. eapply same_broader_unit; eauto. congruence.
Qed.

Lemma each_in s u f H t : t / s = u -> each s u f H t = f t.
Proof. intros E. unfold each. apply Nat.eqb_eq in E. now rewrite E. Qed.
Lemma each_out s u f H t : t / s <> u -> each s u f H t = H t.
Proof. intros E. unfold each. apply Nat.eqb_neq in E. now rewrite E. Qed.

Lemma write_down s u x (v : nat -> nat) H : G x divides s -> agree s u H ->
  (forall t t', t / s = u -> t' / s = u -> t / G x = t' / G x -> v t = v t') ->
  let H' := each s u (fun t => set (H t) x (v t)) H in agree s u H' /\ kept s u H H'.
Proof.
  intros D A V H'. subst H'. split; [|split].
  - intros y t t' T T' E. rewrite !each_in by auto. unfold set.
    destruct (y =? x) eqn:Q; [apply Nat.eqb_eq in Q; subst; auto|apply A; auto].
  - intros t T. now apply each_out.
  - intros y t N. unfold each. destruct (t / s =? u); auto. apply set_other. intros ->. auto.
Qed.

(** Down to a unit of a unit, and back. *)
Section Part.
  Variables (n s u i : nat) (H : all_registers).
  Hypotheses (Hn : 0 < n) (Hs : 0 < s) (D : n divides s) (Hi : i < s / n).

  Lemma agree_part : agree s u H -> agree n (u * (s / n) + i) H.
  Proof. intros A x t t' T T' E. apply (in_part n s Hn Hs D) in T, T'; auto. apply A; tauto. Qed.

  Lemma agree_whole H' : agree s u H -> agree n (u * (s / n) + i) H' -> kept n (u * (s / n) + i) H H' ->
    agree s u H' /\ kept s u H H'.
  Proof.
    intros A A' [K1 K2]. split; [|split].
    - intros x t t' T T' E. destruct (dividesb (G x) n) eqn:Q.
      + apply dividesb_iff in Q. assert (t / n = t' / n) as E' by (eapply same_broader_unit; eauto).
        destruct (Nat.eq_dec (t / n) (u * (s / n) + i)); [apply A'; congruence|].
        rewrite !K1 by congruence. now apply A.
      + assert (~ G x divides n) by (rewrite <- dividesb_iff; congruence).
        rewrite !K2 by auto. now apply A.
    - intros t T. apply K1. intros X. apply (in_part n s Hn Hs D) in X; tauto.
    - intros x t N. apply K2. intros X. apply N. eapply Nat.divide_trans; eauto.
  Qed.
End Part.

Definition uniform (s u : nat) (H : all_registers) (z : all_registers * memory) : Prop :=
  agree s u (fst z) /\ kept s u H (fst z).

Lemma uniform_trans s u H z z' : uniform s u H z -> uniform s u (fst z) z' -> uniform s u H z'.
Proof. intros [A K] [A' K']. split; eauto using kept_trans. Qed.

(** A load: threads of one unit of size d read one cell, when all threads are at it together.  This
    is lockstep's doing; that every schedule reads the same is shown by Machine.v. *)
Lemma load_agrees D s u w H a i d p q m t t' :
  0 < s -> laid D s u w -> agree s u H -> value G s i d -> held (D a) = Open p ->
  q divides Nat.gcd p d -> t / s = u -> t' / s = u -> t / q = t' / q ->
  read_part (w t a) a (eval s t (H t) i) m = read_part (w t' a) a (eval s t' (H t') i) m.
Proof.
  intros Hs L A V O Dv T T' E.
  assert (Ep : t / p = t' / p).
  { apply (same_broader_unit q); auto. eapply Nat.divide_trans; eauto using Nat.gcd_divide_l. }
  assert (Ed : t / d = t' / d).
  { apply (same_broader_unit q); auto. eapply Nat.divide_trans; eauto using Nat.gcd_divide_r. }
  rewrite (laid_same D s u w L a t t') by (rewrite ?O; simpl; auto).
  now rewrite (eval_agree s u H i d t t').
Qed.

Theorem reading_uniform D s c : typed G D s c -> 0 < s ->
  forall u w H m, laid D s u w -> agree s u H -> uniform s u H (reading s u w c (H, m)).
Proof.
  induction 1; intros Hs u w R m L A; simpl.
  - split; auto using kept_refl.
  - pose proof (IHtyped1 Hs u w R m L A) as U1. destruct (reading s u w a (R, m)) as [R1 m1].
    eapply uniform_trans; [exact U1|]. apply IHtyped2; auto. apply U1.
  - apply write_down; auto. intros t t' T T' E. eapply eval_agree; eauto. eapply same_broader_unit; eauto.
  - apply write_down; auto. intros t t' T T' E. eapply load_agrees; eauto.
  - split; auto using kept_refl.
  - destruct (_ =? 0); auto.
  - generalize (eval s (u * s) (R (u * s)) e). intros n. generalize 0 as j. revert R m A.
    induction n as [|n IH]; intros R m A j; simpl; [split; auto using kept_refl|].
    destruct (write_down s u x (fun _ => j) R) as [A1 K1]; auto.
    pose proof (IHtyped Hs u w _ m L A1) as U.
    destruct (reading s u w c _) as [R2 m2].
    apply uniform_trans with (z := (R2, m2)); [|exact (IH R2 m2 (proj1 U) (S j))].
    split; [apply U|]. eapply kept_trans; [exact K1|apply U].
  - assert (F : forall k j z, j + k <= s / n -> agree s u (fst z) ->
      uniform s u (fst z) (repeat_from k j (fun i => reading n (u * (s / n) + i) w c) z)).
    { induction k as [|k IH]; intros j z B A'; simpl; [split; auto using kept_refl|].
      destruct z as [R1 m1]. simpl in A'. assert (Hj : j < s / n) by lia.
      assert (U : uniform s u R1 (reading n (u * (s / n) + j) w c (R1, m1))).
      { destruct (IHtyped H (u * (s / n) + j) w R1 m1) as [A2 K2].
        - apply (laid_down D (narrow D)); auto using seen_narrow.
        - apply agree_part; auto.
        - eapply agree_whole with (n := n) (i := j); eauto. }
      eapply uniform_trans; [exact U|]. apply IH; [lia|apply U]. }
    apply (F (s / n) 0 (R, m)); auto.
  - destruct (IHtyped H (u * (s / n) + i) w R m) as [A2 K2].
    + apply (laid_down D (enter n i D)); auto using seen_enter.
    + apply agree_part; auto.
    + eapply agree_whole with (n := n) (i := i); eauto.
  - apply IHtyped; auto. apply laid_partition; auto.
  - apply IHtyped; auto. apply laid_claim; auto.
  - split; auto using kept_refl.
Qed.
End Uniform.
