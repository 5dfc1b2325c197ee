(* SPDX-License-Identifier: MIT *)
(** * The machine, and why one run stands for all

    A thread is a tree of what it asks of the world: to read a cell, to write one, to wait at a
    barrier.  The machine runs N such trees over one memory; a scheduler, of which nothing is
    known, chooses every step.  This file knows no language and no types.  It shows:

    if ONE finished run is [clean] (its conflicting accesses are ordered by program order and
    barriers), then EVERY run of the same threads ends in the same registers and memory, none gets
    stuck, none is longer, and in no state that any of them reaches do two accesses race.

    This is what "the barriers suffice" means, and it is why the later files look at one run only:
    the sequential reading of a program. *)

From Px Require Export Perspective.

(** ** Threads *)

Definition cell := (nat * nat)%type.            (* array, element *)
Definition memory := cell -> nat.
Definition registers := nat -> nat.             (* the scalars of one thread *)

Inductive thread :=
| Done (h : registers)
| Read (l : cell) (k : nat -> thread)
| Write (l : cell) (v : nat) (k : thread)
| Wait (s u : nat) (k : thread).                (* for all threads of unit u of size s *)

Definition same_cell (l l' : cell) : bool := (fst l =? fst l') && (snd l =? snd l').

Lemma same_cell_iff l l' : same_cell l l' = true <-> l = l'.
Proof.
  destruct l as [a i], l' as [b j]. unfold same_cell. simpl.
  rewrite andb_true_iff, !Nat.eqb_eq. split; [intros [-> ->]; auto|intros [= -> ->]; auto].
Qed.

Definition store (m : memory) (l : cell) (v : nat) : memory :=
  fun l' => if same_cell l l' then v else m l'.

(** ** Steps *)

Definition pool := nat -> thread.
Definition state := (pool * memory)%type.

Inductive event :=
| Reads (t : nat) (l : cell)
| Writes (t : nat) (l : cell)
| Passes (s u : nat).

(** The threads that an event is of: one, or all of a unit. *)
Definition involves (e : event) (t : nat) : bool :=
  match e with Reads t' _ | Writes t' _ => t =? t' | Passes s u => t / s =? u end.

Definition advance (m : memory) (p : thread) : thread :=
  match p with Done h => Done h | Read l k => k (m l) | Write _ _ k => k | Wait _ _ k => k end.

Definition effect (e : event) (p : pool) (m : memory) : memory :=
  match e with
  | Writes t l => match p t with Write _ v _ => store m l v | _ => m end
  | _ => m
  end.

Definition fire (e : event) (c : state) : state :=
  (fun t => if involves e t then advance (snd c) (fst c t) else fst c t, effect e (fst c) (snd c)).

(** [at_event e p]: this thread asks for e. *)
Definition at_event (e : event) (p : thread) : Prop :=
  match e, p with
  | Reads _ l, Read l' _ => l = l'
  | Writes _ l, Write l' _ _ => l = l'
  | Passes s u, Wait s' u' _ => s = s' /\ u = u'
  | _, _ => False
  end.

(** Two states of the same registers, threads and memory: equal point by point, so that no axiom
    of extensionality is needed. *)
Definition same (c c' : state) : Prop :=
  (forall t, fst c t = fst c' t) /\ (forall l, snd c l = snd c' l).

Lemma same_refl c : same c c.
Proof. split; auto. Qed.
Lemma same_sym c c' : same c c' -> same c' c.
Proof. intros [A B]. split; auto. Qed.
Lemma same_trans c c' c'' : same c c' -> same c' c'' -> same c c''.
Proof. intros [A B] [A' B']. split; intros; [now rewrite A|now rewrite B]. Qed.

Lemma fire_same e c c' : same c c' -> same (fire e c) (fire e c').
Proof.
  destruct c as [p m], c' as [p' m']. intros [A B]. simpl in *. split; simpl.
  - intros t. rewrite A. destruct (involves e t); [|reflexivity].
    destruct (p' t); simpl; congruence.
  - intros l. destruct e; simpl; auto. rewrite A.
    destruct (p' t); simpl; auto. unfold store. now rewrite B.
Qed.

Section Machine.
Variable N : nat.                               (* threads 0 ... N - 1 *)

Definition exists_in_launch (e : event) : Prop :=
  match e with Reads t _ | Writes t _ => t < N | Passes s u => within N s u end.

Definition enabled (e : event) (c : state) : Prop :=
  exists_in_launch e /\ forall t, involves e t = true -> at_event e (fst c t).

Definition finished (c : state) : Prop := forall t, t < N -> exists h, fst c t = Done h.

(** A run is the list of its events; [run] is where it leads. *)
Definition run (w : list event) (c : state) : state := fold_left (fun c e => fire e c) w c.

Fixpoint legal (w : list event) (c : state) : Prop :=
  match w with [] => True | e :: w => enabled e c /\ legal w (fire e c) end.

Lemma enabled_same e c c' : same c c' -> enabled e c -> enabled e c'.
Proof. intros [A _] [X E]. split; [exact X|]. intros t I. rewrite <- A. auto. Qed.

Lemma run_same w c c' : same c c' -> same (run w c) (run w c').
Proof. revert c c'. induction w; simpl; intros; auto using fire_same. Qed.

Lemma legal_same w c c' : same c c' -> legal w c -> legal w c'.
Proof.
  revert c c'. induction w; simpl; auto. intros c c' S [E L].
  split; [eapply enabled_same|eapply IHw]; eauto using fire_same.
Qed.

Lemma finished_same c c' : same c c' -> finished c -> finished c'.
Proof. intros [A _] F t Ht. rewrite <- A. auto. Qed.

Lemma run_app w w' c : run (w ++ w') c = run w' (run w c).
Proof. apply fold_left_app. Qed.

Lemma legal_app w w' c : legal (w ++ w') c <-> legal w c /\ legal w' (run w c).
Proof. revert c. induction w; simpl; intros c; [tauto|]. rewrite IHw. tauto. Qed.

(** ** Steps of different threads *)

Definition apart (e f : event) : Prop := forall t, involves e t = true -> involves f t = false.

Definition conflict (e f : event) : Prop :=
  match e, f with
  | Writes _ l, Reads _ l' | Reads _ l, Writes _ l' | Writes _ l, Writes _ l' => l = l'
  | _, _ => False
  end.

Lemma apart_sym e f : apart e f -> apart f e.
Proof. intros A t I. destruct (involves e t) eqn:E; auto. rewrite (A t E) in I. discriminate. Qed.

Lemma conflict_sym e f : conflict e f -> conflict f e.
Proof. destruct e, f; simpl; auto. Qed.

(** A thread's next step is its own affair. *)
Lemma fire_other e c t : involves e t = false -> fst (fire e c) t = fst c t.
Proof. intros I. simpl. now rewrite I. Qed.

Lemma enabled_apart e f c : apart e f -> (enabled e (fire f c) <-> enabled e c).
Proof.
  intros A. unfold enabled.
  split; intros [X E]; (split; [exact X|]); intros t I; specialize (E t I);
    rewrite fire_other in * by auto; exact E.
Qed.

Lemma enabled_one e f c t :
  enabled e c -> enabled f c -> involves e t = true -> involves f t = true -> e = f.
Proof.
  intros [_ E] [_ F] I J. specialize (E t I). specialize (F t J).
  destruct e, f, (fst c t); simpl in *; try tauto;
    repeat match goal with H : (_ =? _) = true |- _ => apply Nat.eqb_eq in H end;
    try (destruct E, F); congruence.
Qed.

(** What a thread gets by its step is not changed by a step that does not conflict. *)
Lemma advance_effect e f p m t :
  at_event e (p t) -> (forall t', involves f t' = true -> at_event f (p t')) -> ~ conflict e f ->
  advance (effect f p m) (p t) = advance m (p t).
Proof.
  intros E F C. destruct f as [|t' l'|]; simpl; auto.
  specialize (F t' (Nat.eqb_refl t')). destruct (p t') as [|?|l'' v ?|]; simpl in F; auto. subst l''.
  destruct (p t) as [|l k|?|]; simpl; auto. unfold store.
  destruct (same_cell l' l) eqn:Q; [|reflexivity]. apply same_cell_iff in Q. subst l'.
  destruct e; simpl in *; tauto.
Qed.

Lemma effect_other e f p m m' :
  apart e f -> effect e (fun t => if involves f t then advance m' (p t) else p t) m = effect e p m.
Proof. intros A. destruct e; simpl; auto. now rewrite (A t (Nat.eqb_refl t)). Qed.

(** Steps of different threads that do not conflict may change places. *)
Lemma commute e f c :
  enabled e c -> enabled f c -> apart e f -> ~ conflict e f ->
  same (fire e (fire f c)) (fire f (fire e c)).
Proof.
  destruct c as [p m]. intros [_ E] [_ F] A C. simpl in E, F. split; simpl.
  - intros t. destruct (involves e t) eqn:I.
    + rewrite (A t I). apply (advance_effect e f); auto.
    + destruct (involves f t) eqn:J; auto. symmetry. apply (advance_effect f e); auto.
      intros X. apply conflict_sym in X. auto.
  - intros l. rewrite (effect_other e f), (effect_other f e) by auto using apart_sym.
    destruct e as [|t a|], f as [|t' b|]; simpl; auto.
    specialize (E t (Nat.eqb_refl t)). specialize (F t' (Nat.eqb_refl t')).
    destruct (p t), (p t'); simpl in E, F; try tauto. subst. unfold store.
    destruct (same_cell l0 l) eqn:Q, (same_cell l1 l) eqn:R; auto.
    apply same_cell_iff in Q, R. subst. now elim C.
Qed.

(** ** Clean runs

    After an event of one thread, that thread knows that it has happened; at a barrier, what one
    thread of the unit knows all of them learn.  [learn f K] are the threads that know after f.
    A run is clean if a thread that makes a conflicting access knows of the earlier one. *)

Definition learn (f : event) (K : nat -> Prop) : nat -> Prop :=
  match f with
  | Passes s u => fun t => K t \/ (t / s = u /\ exists t', t' / s = u /\ K t')
  | _ => K
  end.

Fixpoint known (K : nat -> Prop) (e : event) (w : list event) : Prop :=
  match w with
  | [] => True
  | f :: w => (conflict e f -> forall t, involves f t = true -> K t) /\ known (learn f K) e w
  end.

Fixpoint clean (w : list event) : Prop :=
  match w with
  | [] => True
  | e :: w => known (fun t => involves e t = true) e w /\ clean w
  end.

Lemma learn_mono f (K K' : nat -> Prop) :
  (forall t, K t -> K' t) -> forall t, learn f K t -> learn f K' t.
Proof. intros M t. destruct f; simpl; auto. intros [|(? & t' & ? & ?)]; auto. right. eauto. Qed.

Lemma learn_more f (K : nat -> Prop) t : K t -> learn f K t.
Proof. destruct f; simpl; auto. Qed.

Lemma known_mono w : forall (K K' : nat -> Prop) e,
  (forall t, K t -> K' t) -> known K e w -> known K' e w.
Proof.
  induction w as [|f w IH]; simpl; auto. intros K K' e M [A B].
  split; eauto using learn_mono.
Qed.

(** Taking an event out of a run of others: nobody learns from threads that knew nothing. *)
Lemma known_without e f v w : forall K,
  (forall t, involves e t = true -> ~ K t) -> (forall g, In g v -> apart e g) ->
  known K f (v ++ e :: w) -> known K f (v ++ w) /\ ~ conflict f e.
Proof.
  induction v as [|g v IH]; simpl; intros K Ig Av [A B].
  - split.
    + eapply known_mono; [|exact B]. intros t. destruct e; simpl; auto.
      intros [|(I & t' & I' & Kt)]; auto. exfalso. apply (Ig t'); auto. now apply Nat.eqb_eq.
    + intros C. destruct e as [t l|t l|]; [| |destruct f; exact C];
        apply (Ig t (Nat.eqb_refl t)), (A C t (Nat.eqb_refl t)).
  - destruct (IH (learn g K)) as [P Q]; auto.
    intros t I. pose proof (Av g (or_introl eq_refl) t I) as O.
    destruct g; simpl in *; auto. intros [K'|(E & _)]; [now apply (Ig t)|].
    apply Nat.eqb_neq in O. auto.
Qed.

(** An event may be moved before those of other threads. *)
Lemma clean_first e v w : (forall g, In g v -> apart e g) -> clean (v ++ e :: w) ->
  clean (e :: v ++ w) /\ (forall g, In g v -> ~ conflict g e).
Proof.
  induction v as [|f v IH]; simpl; intros Av C; [tauto|].
  destruct C as [Kf C]. destruct IH as [[Ke Cw] NC]; auto.
  apply known_without in Kf as [Kf NC']; auto.
  - repeat split; auto.
    + intros X. apply conflict_sym in X. tauto.
    + eapply known_mono; [|exact Ke]. intros t. apply learn_more.
    + intros g [<-|I]; auto.
  - intros t I J. pose proof (Av f (or_introl eq_refl) t I). congruence.
Qed.

Lemma legal_first e v w c : (forall g, In g v -> apart e g /\ ~ conflict g e) ->
  legal (v ++ e :: w) c -> legal (e :: v ++ w) c /\ same (run (v ++ e :: w) c) (run (e :: v ++ w) c).
Proof.
  revert c. induction v as [|f v IH]; intros c Av L; [split; [exact L|apply same_refl]|].
  destruct L as [Ef L]. destruct (Av f (or_introl eq_refl)) as [Aef NC].
  destruct (IH (fire f c)) as [[Ee L'] S]; [intros g I; apply Av; now right|exact L|].
  apply (enabled_apart e f c Aef) in Ee.
  assert (Co : same (fire e (fire f c)) (fire f (fire e c))).
  { apply commute; auto. intros X. apply conflict_sym in X. tauto. }
  split.
  - split; [exact Ee|split].
    + apply enabled_apart; auto using apart_sym.
    + eapply legal_same; eauto.
  - simpl. eapply same_trans; [exact S|]. apply (run_same (v ++ w) _ _ Co).
Qed.

(** ** One run stands for all *)

(** [whole w c]: from c, the run w is legal and clean, and all threads end. *)
Definition whole (w : list event) (c : state) : Prop :=
  legal w c /\ clean w /\ finished (run w c).

Lemma involves_bounded e t : exists_in_launch e -> involves e t = true -> t < N.
Proof.
  destruct e; simpl; intros X I; apply Nat.eqb_eq in I; subst; auto. eapply within_thread; eauto.
Qed.

Lemma involves_somebody e : exists_in_launch e -> exists t, involves e t = true.
Proof.
  destruct e; simpl; intros X; [exists t; apply Nat.eqb_refl|exists t; apply Nat.eqb_refl|].
  exists (u * s). apply Nat.eqb_eq, Nat.div_mul. destruct X. lia.
Qed.

Lemma apart_or_meet e f : exists_in_launch e ->
  apart e f \/ exists t, involves e t = true /\ involves f t = true.
Proof.
  intros X.
  assert (D : forall n, (forall t, t < n -> involves e t = true -> involves f t = false)
    \/ exists t, involves e t = true /\ involves f t = true).
  { induction n as [|n [IH|IH]]; [left; lia| |auto].
    destruct (involves e n) eqn:I, (involves f n) eqn:J; eauto;
      left; intros t Ht It; destruct (Nat.eq_dec t n) as [->|]; auto; try congruence;
      apply IH; auto; lia. }
  destruct (D N) as [A|]; [left|auto]. intros t I. apply A; auto. eapply involves_bounded; eauto.
Qed.

(** What can happen next happens in each run to the end, and nothing of its threads before. *)
Lemma first_meeting e w c : enabled e c -> legal w c -> finished (run w c) ->
  exists v w', w = v ++ e :: w' /\ forall g, In g v -> apart e g.
Proof.
  revert c. induction w as [|f w IH]; intros c E L F.
  - destruct E as [X E]. destruct (involves_somebody e X) as [t I].
    destruct (F t) as [h Q]; [eapply involves_bounded; eauto|].
    specialize (E t I). simpl in Q. rewrite Q in E. destruct e; elim E.
  - destruct L as [Ef L]. destruct (apart_or_meet e f) as [A|(t & I & J)]; [apply E| |].
    + destruct (IH (fire f c)) as (v & w' & -> & Av); auto; [now apply enabled_apart|].
      exists (f :: v), w'. split; auto. intros g [<-|Ig]; auto.
    + exists [], w. split; [|simpl; tauto]. simpl. f_equal. symmetry. eapply enabled_one; eauto.
Qed.

Lemma take_first e w c : whole w c -> enabled e c ->
  exists w', whole (e :: w') c /\ same (run w c) (run (e :: w') c) /\ length w = S (length w').
Proof.
  intros (L & C & F) E. destruct (first_meeting e w c E L F) as (v & w' & -> & Av).
  destruct (clean_first e v w' Av C) as [C' NC].
  destruct (legal_first e v w' c) as [L' S]; auto.
  exists (v ++ w'). split; [|split; auto].
  - split; [exact L'|]. split; [exact C'|]. eapply finished_same; eauto.
  - rewrite !app_length. simpl. lia.
Qed.

(** Whatever has been scheduled, what is left is again whole and leads to the same end. *)
Theorem one_run_stands_for_all v : forall w c, whole w c -> legal v c ->
  exists w', whole w' (run v c) /\ same (run w c) (run w' (run v c))
             /\ length w = length v + length w'.
Proof.
  induction v as [|e v IH]; intros w c W L; simpl.
  - exists w. auto using same_refl.
  - destruct L as [E L]. destruct (take_first e w c W E) as (w1 & (L1 & C1 & F1) & S1 & N1).
    destruct (IH w1 (fire e c)) as (w' & W2 & S2 & N2); auto.
    { split; [apply L1|split; [apply C1|exact F1]]. }
    exists w'. split; [exact W2|]. split; [|lia]. eapply same_trans; [exact S1|exact S2].
Qed.

(** ** What follows for all schedules *)

(** The accesses that two threads can make next race if they conflict. *)
Definition race (c : state) : Prop :=
  exists e f, enabled e c /\ enabled f c /\ apart e f /\ conflict e f.

Lemma whole_no_race w c : whole w c -> ~ race c.
Proof.
  intros W (e & f & E & F & A & C).
  destruct (take_first e w c W E) as (w1 & (L1 & C1 & F1) & _).
  destruct L1 as [_ L1]. apply (enabled_apart f e c (apart_sym _ _ A)) in F.
  destruct (first_meeting f w1 (fire e c)) as (v & w2 & -> & Av); auto.
  destruct C1 as [K _]. apply known_without in K as [_ NC]; auto.
  intros t I J. apply (apart_sym _ _ A) in I. congruence.
Qed.

Section Whole.
  Variables (w : list event) (c : state).
  Hypothesis W : whole w c.

  (** Race freedom: no schedule reaches a state with a race. *)
  Theorem no_race v : legal v c -> ~ race (run v c).
  Proof.
    intros L. destruct (one_run_stands_for_all v w c W L) as (w' & W' & _).
    eapply whole_no_race; eauto.
  Qed.

  (** Liveness: a state that is reached is finished, or the machine can take a step. *)
  Theorem no_deadlock v : legal v c -> finished (run v c) \/ exists e, enabled e (run v c).
  Proof.
    intros L. destruct (one_run_stands_for_all v w c W L) as ([|e w'] & (L' & _ & F) & _); [now left|].
    right. exists e. apply L'.
  Qed.

  (** Termination: no schedule has more steps than this one. *)
  Theorem no_longer v : legal v c -> length v <= length w.
  Proof. intros L. destruct (one_run_stands_for_all v w c W L) as (w' & _ & _ & E). lia. Qed.

  (** Determinism: all schedules that cannot go on have ended alike. *)
  Theorem same_end v : legal v c -> (forall e, ~ enabled e (run v c)) -> same (run w c) (run v c).
  Proof.
    intros L S. destruct (one_run_stands_for_all v w c W L) as ([|e w'] & (L' & _) & E & _); [exact E|].
    elim (S e). apply L'.
  Qed.

  (** Convergence: where a thread has come to a barrier, it passes that very barrier next, and then
      all threads of the unit stand at it: whatever the schedule does until the end. *)
  Theorem convergence v v' t s u k : legal (v ++ v') c -> finished (run (v ++ v') c) -> t < N ->
    fst (run v c) t = Wait s u k -> t / s = u ->
    exists a b, v' = a ++ Passes s u :: b
      /\ (forall g, In g a -> involves g t = false)
      /\ forall t', t' / s = u -> exists k', fst (run (v ++ a) c) t' = Wait s u k'.
  Proof.
    rewrite legal_app, run_app. intros [L L'] F Ht P U.
    assert (G : forall x c', legal x c' -> finished (run x c') -> fst c' t = Wait s u k ->
      exists a b, x = a ++ Passes s u :: b /\ (forall g, In g a -> involves g t = false)
        /\ forall t', t' / s = u -> exists k', fst (run a c') t' = Wait s u k').
    { induction x as [|e x IH]; intros c' Lx Fx Px.
      - destruct (Fx t Ht) as [h Q]. simpl in Q. congruence.
      - destruct Lx as [Ex Lx]. destruct (involves e t) eqn:I.
        + pose proof (proj2 Ex t I) as Q. rewrite Px in Q. destruct e; simpl in Q; try tauto.
          destruct Q as [-> ->]. exists [], x. simpl. repeat split; try tauto.
          intros t' U'. pose proof (proj2 Ex t' (proj2 (Nat.eqb_eq _ _) U')) as Q. simpl in Q.
          destruct (fst c' t'); try tauto. destruct Q as [<- <-]. eauto.
        + destruct (IH (fire e c')) as (a & b & -> & Ha & Hb); auto.
          { rewrite fire_other; auto. }
          exists (e :: a), b. repeat split; auto. intros g [<-|Ig]; auto. }
    destruct (G v' (run v c) L' F P) as (a & b & -> & Ha & Hb).
    exists a, b. repeat split; auto. intros t' U'. rewrite run_app. auto.
  Qed.
End Whole.
End Machine.
