(* SPDX-License-Identifier: MIT *)
(** * The sequential reading is a schedule

    For a program that obeys the rules, the machine can be scheduled so that it does what the
    sequential reading says, and the events of that run are good (Order.v). *)

From Px Require Export Order.

Section Schedule.
Variable N : nat.
Variable G : scalars.

Definition leads (r : list event) (p : pool) (m : memory) (p' : pool) (m' : memory) : Prop :=
  legal N r (p, m) /\ same (run r (p, m)) (p', m').

Lemma leads_nil p m : leads [] p m p m.
Proof. split; simpl; auto using same_refl. Qed.

Lemma leads_app r r' p m p1 m1 p2 m2 :
  leads r p m p1 m1 -> leads r' p1 m1 p2 m2 -> leads (r ++ r') p m p2 m2.
Proof.
  intros [L S] [L' S']. split.
  - apply legal_app. split; auto. eapply legal_same; [apply same_sym; exact S|exact L'].
  - rewrite run_app. eapply same_trans; [apply run_same; exact S|exact S'].
Qed.

(** From a pool p and memory m, the threads of unit u come to [q t] and the memory to m'; the other
    threads stay.  The events are good if F, which will say that no fence was left out. *)
Definition does (F : Prop) (D : views) (s u : nat) (w : nat -> parts) (p : pool) (m : memory)
    (q : nat -> thread) (m' : memory) : Prop :=
  exists r p', leads r p m p' m' /\ (forall t, t / s = u -> p' t = q t)
    /\ (forall t, t / s <> u -> p' t = p t) /\ (F -> good D s u w r).

Lemma does_if (F F' : Prop) D s u w p m q m' :
  (F' -> F) -> does F D s u w p m q m' -> does F' D s u w p m q m'.
Proof.
  intros I (r & p' & R & Q & O & Gr). exists r, p'. split; [|split; [|split]]; auto.
Qed.

Lemma does_nothing F D s u w p m q : (forall t, t / s = u -> p t = q t) -> does F D s u w p m q m.
Proof. intros E. exists [], p. auto using leads_nil, good_nil. Qed.

Lemma does_then F D s u w p m q m1 q2 m2 : laid D s u w -> does F D s u w p m q m1 ->
  (forall p1, (forall t, t / s = u -> p1 t = q t) -> does F D s u w p1 m1 q2 m2) ->
  does F D s u w p m q2 m2.
Proof.
  intros L (r & p1 & R & Q & O & Gr) Nx. destruct (Nx p1 Q) as (r2 & p2 & R2 & Q2 & O2 & G2).
  exists (r ++ r2), p2. split; [eapply leads_app; eauto|]. split; [exact Q2|]. split.
  - intros t T. rewrite O2, O; auto.
  - intros X. apply good_app; auto.
Qed.

(** *** Threads take a step one after the other *)

Lemma one_after_the_other D s u w (I : memory -> Prop) (now then_ : nat -> thread)
    (f : memory -> nat -> memory) : laid D s u w -> forall ts, NoDup ts ->
  (forall t p m, In t ts -> I m -> p t = now t ->
     exists r, leads r p m (set p t (then_ t)) (f m t) /\ good D s u w r /\ I (f m t)) ->
  forall p m, I m -> (forall t, In t ts -> p t = now t) ->
  exists r p', leads r p m p' (fold_left f ts m) /\ (forall t, In t ts -> p' t = then_ t)
    /\ (forall t, ~ In t ts -> p' t = p t) /\ good D s u w r.
Proof.
  intros L. induction ts as [|t ts IH]; intros ND S p m Im P; simpl.
  - exists [], p. split; [apply leads_nil|]. split; [simpl; tauto|]. split; auto using good_nil.
  - inversion ND as [|? ? NI ND']. subst.
    destruct (S t p m) as (r & R & Gr & I'); simpl; auto; [apply P; now left|].
    destruct (IH ND') with (p := set p t (then_ t)) (m := f m t) as (r' & p' & R' & Q & O & Gr'); auto.
    + intros. apply S; simpl; auto.
    + intros x Ix. rewrite set_other by congruence. apply P. now right.
    + exists (r ++ r'), p'. split; [eapply leads_app; eauto|]. split; [|split].
      * intros x [<-|Ix]; auto. rewrite O by auto. apply set_same.
      * intros x X. rewrite O by tauto. apply set_other. intros ->. tauto.
      * apply good_app; auto.
Qed.

Lemma unit_by_turns F D s u w (I : memory -> Prop) (now then_ : nat -> thread) f p m :
  0 < s -> laid D s u w ->
  (forall t p m, t / s = u -> I m -> p t = now t ->
     exists r, leads r p m (set p t (then_ t)) (f m t) /\ good D s u w r /\ I (f m t)) ->
  I m -> (forall t, t / s = u -> p t = now t) ->
  does F D s u w p m then_ (fold_left f (members s u) m).
Proof.
  intros Hs L S Im P.
  destruct (one_after_the_other D s u w I now then_ f L (members s u) (members_nodup s u))
    with (p := p) (m := m) as (r & p' & R & Q & O & Gr); auto.
  - intros t q m' It. apply in_members in It; auto.
  - intros t It. apply in_members in It; auto.
  - exists r, p'. split; [exact R|]. split; [|split; [|auto]].
    + intros t T. apply Q. now apply in_members.
    + intros t T. apply O. now rewrite in_members.
Qed.

(** *** One barrier *)

Lemma unit_passes D s u w p m k : within N s u ->
  (forall t, t / s = u -> p t = Wait s (t / s) (k t)) ->
  exists p', leads [Passes s u] p m p' m /\ (forall t, t / s = u -> p' t = k t)
    /\ (forall t, t / s <> u -> p' t = p t) /\ good D s u w [Passes s u].
Proof.
  intros Wi P. exists (fst (fire (Passes s u) (p, m))).
  split; [|split; [|split; [|apply good_passes]]].
  - split; [|apply same_refl]. split; [split; [exact Wi|]|exact I].
    intros t T. apply Nat.eqb_eq in T. simpl. rewrite P by auto. simpl. auto.
  - intros t T. simpl. rewrite (proj2 (Nat.eqb_eq _ _) T), P by auto. reflexivity.
  - intros t T. simpl. now rewrite (proj2 (Nat.eqb_neq _ _) T).
Qed.

Lemma unit_fence b s u p m k : within N s u ->
  (forall t, t / s = u -> p t = fence b s t (k t)) ->
  exists r p', leads r p m p' m /\ (forall t, t / s = u -> p' t = k t)
    /\ (forall t, t / s <> u -> p' t = p t) /\ (b = true -> r = [Passes s u]).
Proof.
  intros Wi P. destruct b; simpl in P.
  - destruct (unit_passes (fun _ => View Shut 0) s u (fun _ _ => Part 0 0) p m k Wi P)
      as (p' & R & Q & O & _). exists [Passes s u], p'. auto.
  - exists [], p. split; [apply leads_nil|]. split; [exact P|]. split; [auto|discriminate].
Qed.

(** *** The unit of a case, and the units of a group *)

Lemma does_in_part F D D' n s u i w p m q m' :
  0 < n -> 0 < s -> n divides s -> i < s / n ->
  seen n i D D' ->
  does F D' n (u * (s / n) + i) w p m q m' ->
  does F D s u w p m (fun t => if t mod s / n =? i then q t else p t) m'.
Proof.
  intros Hn Hs Dv Hi See (r & p' & R & Q & O & Gr). exists r, p'. split; [exact R|]. split; [|split].
  - intros t T. destruct (t mod s / n =? i) eqn:E.
    + apply Nat.eqb_eq in E. apply Q, in_part; auto.
    + apply Nat.eqb_neq in E. apply O. rewrite in_part; auto. tauto.
  - intros t T. apply O. rewrite in_part; auto. tauto.
  - intros X. apply (good_up D D' n s u i w); auto.
Qed.

(** A statement between two fences of its unit. *)
Lemma fenced_does (F : Prop) D D' s u w w' p m (x : fences)
    (f : nat -> (registers -> thread) -> registers -> thread) (k : nat -> registers -> thread) H H' m' :
  within N s u ->
  (forall r, good D' s u w' r -> good D s u w ([Passes s u] ++ r ++ [Passes s u])) ->
  (forall t, t / s = u ->
     p t = fence (before x) s t (f t (fun h => fence (after x) s t (k t h)) (H t))) ->
  (forall p1, (forall t, t / s = u -> p1 t = f t (fun h => fence (after x) s t (k t h)) (H t)) ->
     does F D' s u w' p1 m (fun t => fence (after x) s t (k t (H' t))) m') ->
  does (before x = true /\ after x = true /\ F) D s u w p m (fun t => k t (H' t)) m'.
Proof.
  intros Wi Gd P T.
  destruct (unit_fence _ s u p m _ Wi P) as (r1 & p1 & R1 & Q1 & O1 & E1).
  destruct (T p1 Q1) as (r2 & p2 & R2 & Q2 & O2 & G2).
  destruct (unit_fence _ s u p2 m' _ Wi Q2) as (r3 & p3 & R3 & Q3 & O3 & E3).
  exists (r1 ++ r2 ++ r3), p3. split; [|split; [|split]]; auto.
  - eapply leads_app; [exact R1|]. eapply leads_app; eauto.
  - intros t N'. rewrite O3, O2, O1; auto.
  - intros (B & A & X). rewrite (E1 B), (E3 A). auto.
Qed.

(** *** All statements *)

Theorem reading_is_a_schedule D s c : typed G D s c -> forall u w k H m p,
  within N s u -> agree G s u H -> laid D s u w ->
  (forall t, t / s = u -> p t = thread_of s t (w t) c (k t) (H t)) ->
  let (H', m') := reading s u w c (H, m) in does (fenced c) D s u w p m (fun t => k t (H' t)) m'.
Proof.
  induction 1; intros u w kk R m p Wi A L P; assert (Hs : 0 < s) by apply Wi; simpl in P; simpl reading.
  - apply does_nothing; auto.
  - (* Seq *)
    pose proof (IHtyped1 u w (fun t => thread_of s t (w t) b (kk t)) R m p Wi A L P) as D1.
    pose proof (reading_uniform G D s a H Hs u w R m L A) as [A1 _].
    destruct (reading s u w a (R, m)) as [R1 m1].
    pose proof (fun p1 P1 => IHtyped2 u w kk R1 m1 p1 Wi A1 L P1) as D2.
    destruct (reading s u w b (R1, m1)) as [R2 m2]. simpl fenced. eapply does_then; [exact L| |].
    + eapply does_if; [|exact D1]. tauto.
    + intros p1 P1. eapply does_if; [|exact (D2 p1 P1)]. tauto.
  - (* Assign *)
    apply does_nothing. intros t T. rewrite P, each_in by auto. reflexivity.
  - (* Load *)
    assert (M : fold_left (fun m (_ : nat) => m) (members s u) m = m) by (induction (members s u); auto).
    refine (eq_rect _ (does True D s u w p m _) _ _ M).
    apply unit_by_turns with (I := fun m' => m' = m)
      (now := fun t => thread_of s t (w t) (Load x a i) (kk t) (R t)); auto. simpl. intros t pl m' T -> Q.
    rewrite each_in by auto. unfold read_part. destruct (_ <? _) eqn:B.
    + apply Nat.ltb_lt in B. exists [Reads t (a, base (w t a) + eval s t (R t) i)].
      split; [|split; auto].
      * split; simpl.
        -- split; auto. split; [eapply within_thread; eauto|].
           intros t' E. apply Nat.eqb_eq in E. subst. simpl. now rewrite Q.
        -- split; simpl; auto. intros t'. unfold set.
           destruct (t' =? t) eqn:E; auto. apply Nat.eqb_eq in E. subst. now rewrite Q.
      * apply good_reads; auto; [rewrite H0; exact I|split; lia].
    + exists []. split; [|split; auto using good_nil]. split; simpl; auto. split; simpl; auto.
      intros t'. unfold set. destruct (t' =? t) eqn:E; auto. apply Nat.eqb_eq in E. now subst.
  - (* Store *)
    apply unit_by_turns with (I := fun _ => True)
      (now := fun t => thread_of s t (w t) (Store a i e) (kk t) (R t)); auto. simpl.
    intros t pl m' T _ Q. unfold write_part. destruct (_ <? _) eqn:B.
    + apply Nat.ltb_lt in B. exists [Writes t (a, base (w t a) + eval s t (R t) i)].
      split; [|split; auto].
      * split; simpl.
        -- split; auto. split; [eapply within_thread; eauto|].
           intros t' E. apply Nat.eqb_eq in E. subst. simpl. now rewrite Q.
        -- split; simpl; [intros t'|intros l; now rewrite Q]. unfold set.
           destruct (t' =? t) eqn:E; auto. apply Nat.eqb_eq in E. subst. now rewrite Q.
      * apply good_writes; auto. split; lia.
    + exists []. split; [|split; auto using good_nil]. split; simpl; auto. split; simpl; auto.
      intros t'. unfold set. destruct (t' =? t) eqn:E; auto. apply Nat.eqb_eq in E. now subst.
  - (* If *)
    assert (C : forall t, t / s = u -> eval s t (R t) e = eval s (u * s) (R (u * s)) e)
      by (intros; eapply eval_leader; eauto).
    assert (P' : forall t, t / s = u -> p t = if eval s (u * s) (R (u * s)) e =? 0
      then thread_of s t (w t) b (kk t) (R t) else thread_of s t (w t) a (kk t) (R t))
      by (intros t T; rewrite P, C by auto; reflexivity).
    destruct (eval s (u * s) (R (u * s)) e =? 0).
    + pose proof (IHtyped2 u w kk R m p Wi A L P') as D1.
      destruct (reading s u w b (R, m)). eapply does_if; [|exact D1]. simpl. tauto.
    + pose proof (IHtyped1 u w kk R m p Wi A L P') as D1.
      destruct (reading s u w a (R, m)). eapply does_if; [|exact D1]. simpl. tauto.
  - (* Loop *)
    assert (C : forall t, t / s = u -> eval s t (R t) e = eval s (u * s) (R (u * s)) e)
      by (intros; eapply eval_leader; eauto).
    revert C P. generalize (eval s (u * s) (R (u * s)) e). intros n C.
    assert (P' : (forall t, t / s = u -> p t = counted (eval s t (R t) e) 0
      (fun j k h => thread_of s t (w t) c k (set h x j)) (kk t) (R t)) -> forall t, t / s = u ->
      p t = counted n 0 (fun j k h => thread_of s t (w t) c k (set h x j)) (kk t) (R t)).
    { intros P t T. rewrite P, C by auto. reflexivity. }
    intros P. specialize (P' P). clear P C. revert P'. generalize 0 as j. revert R m p A.
    induction n as [|n IH]; intros R m p A j P; simpl.
    + apply does_nothing; auto.
    + destruct (write_down G s u x (fun _ => j) R) as [A1 K1]; auto.
      pose proof (reading_uniform G D s c H2 Hs u w _ m L A1) as [A2 _].
      pose proof (IHtyped u w
        (fun t => counted n (S j) (fun j k h => thread_of s t (w t) c k (set h x j)) (kk t))
        (each s u (fun t => set (R t) x j) R) m p Wi A1 L) as D1.
      destruct (reading s u w c _) as [R2 m2]. simpl in A2.
      pose proof (fun p1 P1 => IH R2 m2 p1 A2 (S j) P1) as D2.
      destruct (repeat_from n (S j) _ (R2, m2)) as [R3 m3].
      eapply does_then; [exact L|apply D1|exact D2].
      intros t T. rewrite P, each_in by auto. reflexivity.
  - (* Group *)
    assert (F : forall d j R m p, j + d = s / n -> agree G s u R ->
      (forall t, t / s = u ->
         p t = if t mod s / n <? j then kk t (R t) else thread_of n t (w t) c (kk t) (R t)) ->
      let (R', m') := repeat_from d j (fun i => reading n (u * (s / n) + i) w c) (R, m) in
      does (fenced c) D s u w p m (fun t => kk t (R' t)) m').
    { clear R m p A P. induction d as [|d IH]; intros j R m p B A P; simpl.
      - apply does_nothing. intros t T. rewrite P by auto.
        pose proof (number_below n s H Hs H0 t). destruct (_ <? j) eqn:Q; auto.
        apply Nat.ltb_ge in Q. lia.
      - assert (Hj : j < s / n) by lia.
        assert (A1 := agree_part G n s u j R H Hs H0 Hj A).
        assert (L1 : laid (narrow D) n (u * (s / n) + j) w)
          by (apply (laid_down D (narrow D)); auto using seen_narrow).
        pose proof (reading_uniform G _ n c H1 H (u * (s / n) + j) w R m L1 A1) as [A2 K2].
        destruct (agree_whole G n s u j R H Hs H0 Hj _ A A2 K2) as [A3 K3].
        pose proof (IHtyped (u * (s / n) + j) w kk R m p) as D1.
        destruct (reading n (u * (s / n) + j) w c (R, m)) as [R2 m2]. simpl in *.
        pose proof (fun p1 => IH (S j) R2 m2 p1) as D2.
        destruct (repeat_from d (S j) _ (R2, m2)) as [R3 m3].
        eapply does_then; [exact L| |].
        + apply does_in_part with (D' := narrow D) (n := n) (i := j) (q := fun t => kk t (R2 t));
            auto using seen_narrow.
          apply D1; auto.
          * apply within_part; auto.
          * intros t T. apply in_part in T as [T E]; auto. rewrite P, E by auto.
            now rewrite Nat.ltb_irrefl.
        + intros p1 P1. apply D2; auto; [lia|]. intros t T. rewrite P1 by auto.
          destruct (t mod s / n =? j) eqn:E.
          * apply Nat.eqb_eq in E. rewrite E. now rewrite (proj2 (Nat.ltb_lt j (S j)) (Nat.lt_succ_diag_r j)).
          * apply Nat.eqb_neq in E. rewrite P by auto.
            assert (Q : R2 t = R t). { apply K2. rewrite in_part; auto. tauto. }
            rewrite Q. destruct (t mod s / n <? j) eqn:X, (t mod s / n <? S j) eqn:Y; auto;
              rewrite ?Nat.ltb_lt, ?Nat.ltb_ge in *; lia. }
    apply F; auto.
  - (* Case *)
    assert (A1 := agree_part G n s u i R H Hs H0 H1 A).
    assert (L1 : laid (enter n i D) n (u * (s / n) + i) w)
      by (apply (laid_down D (enter n i D)); auto using seen_enter).
    pose proof (reading_uniform G _ n c H2 H (u * (s / n) + i) w R m L1 A1) as [A2 K2].
    pose proof (IHtyped (u * (s / n) + i) w kk R m p) as D1.
    destruct (reading n (u * (s / n) + i) w c (R, m)) as [R2 m2]. simpl in *.
    assert (X : does (fenced c) D s u w p m (fun t => if t mod s / n =? i then kk t (R2 t) else p t) m2).
    { apply does_in_part with (D' := enter n i D); auto using seen_enter. apply D1; auto.
      - apply within_part; auto.
      - intros t T. apply in_part in T as [T E]; auto. rewrite P, E by auto.
        now rewrite Nat.eqb_refl. }
    destruct X as (r & p' & Le & Q & O & Gr). exists r, p'. split; [exact Le|]. split; [|auto].
    intros t T. rewrite Q by auto. destruct (t mod s / n =? i) eqn:E; auto.
    rewrite P, E by auto. assert (Z : R2 t = R t); [|now rewrite Z].
    apply K2. rewrite in_part; auto. apply Nat.eqb_neq in E. tauto.
  - (* Partition *)
    assert (L1 := laid_partition D s u w a n L Hs H H0 H1 k H3).
    pose proof (fun p1 P1 => IHtyped u _ (fun t h => fence (after f) s t (kk t h)) R m p1 Wi A L1 P1) as B.
    destruct (reading s u _ c (R, m)) as [R2 m2].
    eapply fenced_does with (x := f) (k := kk) (H := R)
      (f := fun t => thread_of s t (divide s t a n k (w t)) c); eauto.
    intros r Gr. eapply good_view; [exact H| | |exact Gr].
    + intros. unfold divide. now apply set_other.
    + intros t j T. apply (inside_source D s u w a n L Hs H H0 H1 k H3 t j T).
  - (* Claim *)
    assert (L1 := laid_claim D s u w a n L Hs H H0 H1 i).
    pose proof (fun p1 P1 => IHtyped u w (fun t h => fence (after f) s t (kk t h)) R m p1 Wi A L1 P1) as B.
    destruct (reading s u w c (R, m)) as [R2 m2].
    eapply fenced_does with (x := f) (k := kk) (H := R) (f := fun t => thread_of s t (w t) c); eauto.
    intros r Gr. eapply good_view; [exact H| | |exact Gr]; auto.
  - (* Barrier *)
    destruct (unit_passes D s u w p m (fun t => kk t (R t)) Wi P) as (p' & Le & Q & O & Gr).
    exists [Passes s u], p'. auto.
Qed.
End Schedule.
