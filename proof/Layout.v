(* SPDX-License-Identifier: MIT *)
(** * The layout of views in memory

    Threads of one unit of a view's perspective have the same part of the array, those of different
    units parts that do not meet.  Partition and claim make such layouts of such layouts. *)

From Px Require Export Meaning.

(** The size of the units that share a part of a view. *)
Definition sharing (h : hold) : nat := match h with Open p => p | Claimed n _ => n | Shut => 0 end.

(** In code of size s, thread t may touch the view. *)
Definition may (s : nat) (h : hold) (t : nat) : Prop :=
  match h with Open _ => True | Claimed n i => t mod s / n = i | Shut => False end.

Definition inside (w : part) (j : nat) : Prop := base w <= j < base w + extent w.

(** [laid D s u w]: the parts w of the threads of unit u of size s are laid out as D says. *)
Record laid (D : views) (s u : nat) (w : nat -> parts) : Prop := Laid {
  laid_len : forall a t, t / s = u -> may s (held (D a)) t -> extent (w t a) = len (D a);
  laid_same : forall a t t', t / s = u -> t' / s = u ->
    may s (held (D a)) t -> may s (held (D a)) t' ->
    t / sharing (held (D a)) = t' / sharing (held (D a)) -> w t a = w t' a;
  laid_apart : forall a t t' j, t / s = u -> t' / s = u ->
    may s (held (D a)) t -> may s (held (D a)) t' ->
    inside (w t a) j -> inside (w t' a) j -> t / sharing (held (D a)) = t' / sharing (held (D a))
}.

(** ** Down to a unit of a unit *)

(** D' is what unit number i of size n sees of D. *)
Definition seen (n i : nat) (D D' : views) : Prop := forall a,
  len (D' a) = len (D a) /\
  (held (D' a) = held (D a) /\ (exists p, held (D a) = Open p)
   \/ held (D' a) = Open n /\ held (D a) = Claimed n i
   \/ held (D' a) = Shut).

Lemma seen_narrow n i D : seen n i D (narrow D).
Proof. intros a. unfold narrow. destruct (held (D a)) eqn:E; simpl; rewrite ?E; eauto 6. Qed.

Lemma seen_enter n i D : seen n i D (enter n i D).
Proof.
  intros a. unfold enter. destruct (held (D a)) eqn:E; simpl; rewrite ?E; eauto 6.
  destruct ((n =? n0) && (i =? i0)) eqn:Q; simpl; auto.
  apply andb_true_iff in Q as [Q R]. apply Nat.eqb_eq in Q, R. subst. auto 6.
Qed.

Section Down.
  Variables (D D' : views) (n s u i : nat) (w : nat -> parts).
  Hypotheses (Hn : 0 < n) (Hs : 0 < s) (Dv : n divides s) (Hi : i < s / n) (See : seen n i D D').

  Lemma up t : t / n = u * (s / n) + i -> t / s = u /\ t mod s / n = i.
  Proof. intros T. now apply (in_part n s Hn Hs Dv). Qed.

  Lemma seen_may a t : t / n = u * (s / n) + i -> may n (held (D' a)) t ->
    may s (held (D a)) t /\ sharing (held (D' a)) = sharing (held (D a)).
  Proof.
    intros T M. destruct (See a) as [_ [[E [p Q]]|[[E Q]|E]]]; rewrite E in *; [| |elim M];
      rewrite Q; simpl; split; auto. now apply up.
  Qed.

  Lemma laid_down : laid D s u w -> laid D' n (u * (s / n) + i) w.
  Proof.
    intros [A B C]. split.
    - intros a t T M. rewrite (proj1 (See a)). apply A; [now apply up|now apply seen_may].
    - intros a t t' T T' M M'. destruct (seen_may a t T M) as [N ->].
      destruct (seen_may a t' T' M') as [N' _]. apply B; auto; now apply up.
    - intros a t t' j T T' M M'. destruct (seen_may a t T M) as [N ->].
      destruct (seen_may a t' T' M') as [N' _]. apply C; auto; now apply up.
  Qed.
End Down.

(** ** Views are made *)

Section Made.
  Variables (D : views) (s u : nat) (w : nat -> parts) (a n : nat).
  Hypotheses (L : laid D s u w) (Hs : 0 < s) (Ha : held (D a) = Open s)
    (Hn : 0 < n) (Dv : n divides s).

  (** All threads of the unit have one part of the source. *)
  Lemma source_one t t' : t / s = u -> t' / s = u -> w t a = w t' a.
  Proof. intros T T'. apply (laid_same D s u w L); rewrite ?Ha; simpl; auto. congruence. Qed.

  Lemma source_len t : t / s = u -> extent (w t a) = len (D a).
  Proof. intros T. apply (laid_len D s u w L); auto. rewrite Ha. exact I. Qed.

  Section Partition.
    Variable k : nat.
    Hypothesis fits : s / n * k <= len (D a).
    Let w' t := divide s t a n k (w t).

    Lemma divided t : w' t a = Part (base (w t a) + k * (t mod s / n)) k.
    Proof. apply set_same. Qed.

    Lemma laid_partition : laid (set D a (View (Open n) k)) s u w'.
    Proof.
      split; intros b; unfold set; destruct (b =? a) eqn:Q; simpl;
        try (apply Nat.eqb_eq in Q; subst b); try apply Nat.eqb_neq in Q.
      - intros t _ _. now rewrite divided.
      - unfold w', divide. intros t. rewrite set_other by auto. apply (laid_len D s u w L).
      - intros t t' T T' _ _ E. apply (same_number n s) in E; auto; [|congruence].
        now rewrite !divided, E, (source_one t t').
      - unfold w', divide. intros t t'. rewrite !set_other by auto. apply (laid_same D s u w L).
      - intros t t' j T T' _ _. rewrite !divided, (source_one t t') by auto. unfold inside. simpl.
        intros J J'. apply (same_number n s); auto; [congruence|nia].
      - unfold w', divide. intros t t' j. rewrite !set_other by auto. apply (laid_apart D s u w L).
    Qed.

    Lemma inside_source t j : t / s = u -> inside (w' t a) j -> inside (w t a) j.
    Proof.
      intros T. rewrite divided. unfold inside. simpl. rewrite (source_len t T).
      pose proof (number_below n s Hn Hs Dv t). nia.
    Qed.
  End Partition.

  Lemma laid_claim i : laid (set D a (View (Claimed n i) (len (D a)))) s u w.
  Proof.
    split; intros b; unfold set; destruct (b =? a) eqn:Q; simpl;
      try (apply Nat.eqb_eq in Q; subst b).
    - intros t T _. now apply source_len.
    - apply (laid_len D s u w L).
    - intros t t' T T' _ _ _. now apply source_one.
    - apply (laid_same D s u w L).
    - intros t t' j T T' M M' _ _. apply (same_number n s); auto; congruence.
    - apply (laid_apart D s u w L).
  Qed.
End Made.
