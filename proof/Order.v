(* SPDX-License-Identifier: MIT *)
(** * Ownership, and what it says about a run

    [good] is what the
    events of a statement keep to: accesses stay in the thread's part, and what is written while
    others may use it is fenced, before and after, by barriers of all who may.  A run of good pieces
    is clean (Machine.v): this is where barriers are shown to cut each conflicting pair. *)

From Px Require Export Uniform.

(** ** Clean runs, by pairs *)

Definition learned (w : list event) (K : nat -> Prop) : nat -> Prop :=
  fold_left (fun K f => learn f K) w K.

Lemma learned_more w : forall (K : nat -> Prop) t, K t -> learned w K t.
Proof. induction w; simpl; intros; auto using learn_more. Qed.

(** After a barrier of their unit, everybody knows what one knew. *)
Lemma learned_at w q t t' : forall K : nat -> Prop,
  In (Passes q (t / q)) w -> t' / q = t / q -> K t -> learned w K t'.
Proof.
  induction w as [|f w IH]; simpl; intros K I E Kt; [tauto|]. destruct I as [->|I].
  - apply learned_more. simpl. right. split; auto. eauto.
  - apply IH; auto using learn_more.
Qed.

Lemma known_app v w e : forall K, known K e v -> known (learned v K) e w -> known K e (v ++ w).
Proof. induction v as [|f v IH]; simpl; intros K A B; auto. destruct A. split; auto. Qed.

Lemma known_pairs w e : forall K : nat -> Prop,
  (forall v f v', w = v ++ f :: v' -> conflict e f -> forall t, involves f t = true -> learned v K t) ->
  known K e w.
Proof.
  induction w as [|f w IH]; simpl; intros K P; auto. split.
  - intros C t I. exact (P [] f w eq_refl C t I).
  - apply IH. intros v g v' E C t I. subst w. exact (P (f :: v) g v' eq_refl C t I).
Qed.

Lemma clean_app v w : clean v -> clean w ->
  (forall a e b, v = a ++ e :: b -> known (learned b (fun t => involves e t = true)) e w) ->
  clean (v ++ w).
Proof.
  induction v as [|e v IH]; simpl; intros Cv Cw P; auto. destruct Cv as [K Cv]. split.
  - apply known_app; auto. apply (P [] e v eq_refl).
  - apply IH; auto. intros a f b E. apply (P (e :: a) f b). now rewrite E.
Qed.

Lemma known_passes s u w : forall K, known K (Passes s u) w.
Proof. induction w; simpl; intros K; auto. split; [tauto|auto]. Qed.

Lemma known_pass e s u K : known K e [Passes s u].
Proof. simpl. split; auto. destruct e; simpl; tauto. Qed.

(** [cut r]: between conflicting accesses of two threads lies a barrier of both. *)
Definition cut (r : list event) : Prop :=
  forall v e b f v', r = v ++ e :: b ++ f :: v' -> conflict e f ->
  forall t t', involves e t = true -> involves f t' = true ->
  t = t' \/ exists s, In (Passes s (t / s)) b /\ t' / s = t / s.

Lemma cut_clean r : cut r -> clean r.
Proof.
  induction r as [|e r IH]; simpl; intros C; auto. split.
  - apply known_pairs. intros b f v' E X t' I'.
    assert (J : exists t, involves e t = true).
    { destruct e as [t l|t l|]; [exists t|exists t|elim X]; apply Nat.eqb_refl. }
    destruct J as [t J]. subst r.
    destruct (C [] e b f v' eq_refl X t t' J I') as [<-|(s & In_b & S)].
    + now apply learned_more.
    + eapply learned_at; eauto.
  - apply IH. intros v f b g v' E. apply (C (e :: v) f b g v'). now rewrite E.
Qed.

(** ** Good runs *)

Definition touches (e : event) (t a j : nat) : Prop := e = Reads t (a, j) \/ e = Writes t (a, j).

Record good (D : views) (s u : nat) (w : nat -> parts) (r : list event) : Prop := Good {
  good_unit : forall e t, In e r -> involves e t = true -> t / s = u;
  good_part : forall e t a j, In e r -> touches e t a j -> may s (held (D a)) t /\ inside (w t a) j;
  good_store : forall v t a j v', r = v ++ Writes t (a, j) :: v' ->
    sharing (held (D a)) divides s /\
    (sharing (held (D a)) = 1 \/
     (In (Passes (sharing (held (D a))) (t / sharing (held (D a)))) v /\
      In (Passes (sharing (held (D a))) (t / sharing (held (D a)))) v'));
  good_clean : clean r
}.

Lemma good_nil D s u w : good D s u w [].
Proof. split; simpl; try tauto. intros [|? ?] ? ? ? ?; discriminate. Qed.

Lemma split_app {A} (v w a : list A) x b : v ++ w = a ++ x :: b ->
  (exists b', v = a ++ x :: b' /\ b = b' ++ w) \/ (exists a', a = v ++ a' /\ w = a' ++ x :: b).
Proof.
  revert a. induction v as [|y v IH]; simpl; intros a E; [right; eauto|].
  destruct a as [|z a]; simpl in E; injection E as Q E.
  - subst y b. left. exists v. auto.
  - subst z. destruct (IH a E) as [(b' & -> & ->)|(a' & -> & ->)]; [left; exists b'|right; exists a']; auto.
Qed.

(** Good pieces make a good whole: between conflicting accesses of two threads lies the fence of the
    one that writes. *)
Lemma good_app D s u w v r : laid D s u w -> good D s u w v -> good D s u w r -> good D s u w (v ++ r).
Proof.
  intros L V R. split.
  - intros e t I. apply in_app_or in I as [I|I]; [eapply V|eapply R]; eauto.
  - intros e t a j I. apply in_app_or in I as [I|I]; [eapply V|eapply R]; eauto.
  - intros x t a j y E. apply split_app in E as [(y' & -> & ->)|(x' & -> & ->)].
    + destruct (good_store _ _ _ _ _ V x t a j y' eq_refl) as [A [B|[B C]]]; [auto|].
      split; [exact A|right]. split; [exact B|apply in_or_app; auto].
    + destruct (good_store _ _ _ _ _ R x' t a j y eq_refl) as [A [B|[B C]]]; [auto|].
      split; [exact A|right]. split; [apply in_or_app; auto|exact C].
  - apply clean_app; [apply V|apply R|]. intros x e y Ev. apply known_pairs.
    intros x' f y' Er C t' I'.
    assert (X : exists t a j, touches e t a j /\ touches f t' a j /\
      (e = Writes t (a, j) \/ f = Writes t' (a, j))).
    { destruct e as [t [a j]|t [a j]|], f as [t2 [a2 j2]|t2 [a2 j2]|]; simpl in C; try tauto;
        injection C as <- <-; simpl in I'; apply Nat.eqb_eq in I'; subst t2;
        exists t, a, j; unfold touches; auto. }
    destruct X as (t & a & j & Te & Tf & Wr).
    assert (Ie : In e v) by (rewrite Ev; apply in_elt). assert (If : In f r) by (rewrite Er; apply in_elt).
    destruct (good_part _ _ _ _ _ V e t a j Ie Te) as [M P].
    destruct (good_part _ _ _ _ _ R f t' a j If Tf) as [M' P'].
    assert (U : t / s = u). { eapply V; eauto. destruct Te; subst e; apply Nat.eqb_refl. }
    assert (U' : t' / s = u) by (eapply R; eauto).
    assert (Q := laid_apart _ _ _ _ L a t t' j U U' M M' P P').
    assert (Ke : involves e t = true) by (destruct Te; subst e; apply Nat.eqb_refl).
    destruct Wr as [->| ->].
    + destruct (good_store _ _ _ _ _ V x t a j y Ev) as [_ [O|[_ B]]].
      * rewrite O, !Nat.div_1_r in Q. subst t'. apply learned_more, learned_more. exact Ke.
      * apply learned_more. eapply learned_at; eauto.
    + destruct (good_store _ _ _ _ _ R x' t' a j y' Er) as [_ [O|[B _]]].
      * rewrite O, !Nat.div_1_r in Q. subst t'. apply learned_more, learned_more. exact Ke.
      * rewrite <- Q in B. eapply learned_at; [exact B|auto|]. apply learned_more. exact Ke.
Qed.

Lemma singleton_split {A} (x y : A) v w : [x] = v ++ y :: w -> v = [] /\ x = y /\ w = [].
Proof. destruct v as [|z [|]]; simpl; intros [= ]; subst; auto. Qed.

Lemma good_reads D s u w t a j : t / s = u -> may s (held (D a)) t -> inside (w t a) j ->
  good D s u w [Reads t (a, j)].
Proof.
  intros U M P. split.
  - intros e t' [<-|[]] I. simpl in I. apply Nat.eqb_eq in I. now subst.
  - intros e t' b k [<-|[]] [[= <- <- <-]|[=]]. auto.
  - intros v t' b k v' E. apply singleton_split in E as (_ & [=] & _).
  - simpl. auto.
Qed.

Lemma good_writes D s u w t a j : t / s = u -> held (D a) = Open 1 -> inside (w t a) j ->
  good D s u w [Writes t (a, j)].
Proof.
  intros U M P. split.
  - intros e t' [<-|[]] I. simpl in I. apply Nat.eqb_eq in I. now subst.
  - intros e t' b k [<-|[]] [[=]|[= <- <- <-]]. rewrite M. simpl. auto.
  - intros v t' b k v' E. apply singleton_split in E as (_ & [= <- <- <-] & _). rewrite M. simpl.
    split; [apply Nat.divide_1_l|auto].
  - simpl. auto.
Qed.

Lemma good_passes D s u w : good D s u w [Passes s u].
Proof.
  split.
  - intros e t [<-|[]] I. now apply Nat.eqb_eq.
  - intros e t b k [<-|[]] [[=]|[=]].
  - intros v t b k v' E. apply singleton_split in E as (_ & [=] & _).
  - simpl. auto.
Qed.

(** ** From a unit of a unit back *)

Section Up.
  Variables (D D' : views) (n s u i : nat) (w : nat -> parts).
  Hypotheses (Hn : 0 < n) (Hs : 0 < s) (Dv : n divides s) (Hi : i < s / n) (See : seen n i D D').

  Lemma good_up r : good D' n (u * (s / n) + i) w r -> good D s u w r.
  Proof.
    intros R. assert (U : forall e t, In e r -> involves e t = true -> t / n = u * (s / n) + i) by apply R.
    assert (T : forall e t a j, In e r -> touches e t a j -> t / n = u * (s / n) + i).
    { intros e t a j I [->| ->]; eapply U; eauto; apply Nat.eqb_refl. }
    split.
    - intros e t I J. apply (up n s u i Hn Hs Dv Hi). eauto.
    - intros e t a j I J. destruct (good_part _ _ _ _ _ R e t a j I J). split; auto.
      apply (seen_may D D' n s u i Hn Hs Dv Hi See); eauto.
    - intros v t a j v' E.
      assert (I : In (Writes t (a, j)) r) by (rewrite E; apply in_elt).
      assert (J : touches (Writes t (a, j)) t a j) by (right; reflexivity).
      destruct (good_part _ _ _ _ _ R _ t a j I J) as [M _].
      destruct (seen_may D D' n s u i Hn Hs Dv Hi See a t (T _ _ _ _ I J) M) as [_ Q].
      destruct (good_store _ _ _ _ _ R v t a j v' E) as [B F]. rewrite Q in B, F.
      split; auto. eapply Nat.divide_trans; eauto.
    - apply R.
  Qed.
End Up.

(** ** A view is made: partition and claim *)

Section View.
  Variables (D : views) (s u : nat) (w : nat -> parts) (a : nat) (h : hold) (k : nat).
  Hypothesis Ha : held (D a) = Open s.
  Let D' := set D a (View h k).

  Section Fenced.
    Variable w' : nat -> parts.
    Hypothesis others : forall t b, b <> a -> w' t b = w t b.
    Hypothesis shrinks : forall t j, t / s = u -> inside (w' t a) j -> inside (w t a) j.

    Lemma good_view r : good D' s u w' r -> good D s u w ([Passes s u] ++ r ++ [Passes s u]).
    Proof.
      intros R.
      assert (U : forall e t, In e ([Passes s u] ++ r ++ [Passes s u]) -> involves e t = true -> t / s = u).
      { intros e t I J. rewrite !in_app_iff in I. destruct I as [[<-|[]]|[I|[<-|[]]]];
          try (now apply Nat.eqb_eq). eapply R; eauto. }
      split; auto.
      - intros e t b j I J.
        assert (V : t / s = u) by (eapply U; [exact I|destruct J; subst e; apply Nat.eqb_refl]).
        assert (I' : In e r).
        { rewrite !in_app_iff in I. destruct I as [[<-|[]]|[I|[<-|[]]]]; auto; destruct J; discriminate. }
        destruct (good_part _ _ _ _ _ R e t b j I' J) as [M P]. subst D'. unfold set in M.
        destruct (b =? a) eqn:Q.
        + apply Nat.eqb_eq in Q. subst b. rewrite Ha. simpl. auto.
        + apply Nat.eqb_neq in Q. rewrite others in P by auto. auto.
      - intros v t b j v' E.
        assert (V : t / s = u).
        { apply (U (Writes t (b, j))); [rewrite E; apply in_elt|apply Nat.eqb_refl]. }
        destruct v as [|f v]; simpl in E; injection E as E; [discriminate|]. subst f.
        apply split_app in H as [(y' & Er & ->)|(x' & _ & X)];
          [|apply singleton_split in X as (_ & [=] & _)].
        destruct (b =? a) eqn:Q.
        + apply Nat.eqb_eq in Q. subst b. rewrite Ha. simpl. rewrite V. split; [apply Nat.divide_refl|].
          right. split; auto. apply in_or_app. simpl. auto.
        + pose proof (good_store _ _ _ _ _ R v t b j y' Er) as F. subst D'. unfold set in F. rewrite Q in F.
          destruct F as [F1 [F2|[F2 F3]]]; split; auto. right. split; [now right|apply in_or_app; auto].
      - simpl. split; [apply known_passes|]. apply clean_app; [apply R|simpl; auto|].
        intros. apply known_pass.
    Qed.
  End Fenced.
End View.
