(* SPDX-License-Identifier: MIT *)
(** * The calculus: programs, rules, checker

    Bundl (Prism, appendix A) with px's rules where they differ; numbers of rules are those of the
    manual.  Perspectives are sizes (Perspective.v).  Names are numbers.  A name of an array always
    means its innermost view: inside a partition or a claim the source cannot be named at all,
    which is what rule D5 demands. *)

From Px Require Export Perspective.

(** ** Programs *)

Inductive expr :=
| Const (k : nat)
| Var (x : nat)
| Id (n : nat)                                  (* px_id: the number of the unit of size n *)
| Op (f : nat -> nat -> nat) (a b : expr).

(** The barriers that a partition or a claim has at its two ends.  The user writes none; px puts
    them there and leaves out those that it finds superfluous.  The rules do not look at them. *)
Record fences := Fences { before : bool; after : bool }.

Inductive stmt :=
| Skip
| Seq (a b : stmt)
| Assign (x : nat) (e : expr)
| Load (x a : nat) (i : expr)                   (* x = a[i] *)
| Store (a : nat) (i e : expr)                  (* a[i] = e *)
| If (e : expr) (a b : stmt)
| Loop (x : nat) (e : expr) (c : stmt)          (* for (x = 0; x < e; x++) c, e evaluated once *)
| Group (n : nat) (c : stmt)                    (* each unit of size n runs c *)
| Case (n i : nat) (c : stmt)                   (* unit number i of size n runs c, the others go on *)
| Partition (a n k : nat) (f : fences) (c : stmt)   (* each unit of size n has k elements of a *)
| Claim (a n i : nat) (f : fences) (c : stmt)       (* unit number i of size n has all of a *)
| Barrier.                                      (* a collective of the code's perspective *)

(** A split is its cases one after the other.  They run in parallel, for no case makes the threads
    of another wait.  [at_] is where the first case starts. *)
Fixpoint split (at_ : nat) (cases : list (nat * stmt)) : stmt :=
  match cases with
  | [] => Skip
  | (n, c) :: rest => Seq (Case n (at_ / n) c) (split (at_ + n) rest)
  end.

(** All fences are there. *)
Fixpoint fenced (c : stmt) : Prop :=
  match c with
  | Seq a b | If _ a b => fenced a /\ fenced b
  | Loop _ _ c | Group _ c | Case _ _ c => fenced c
  | Partition _ _ _ f c | Claim _ _ _ f c => before f = true /\ after f = true /\ fenced c
  | _ => True
  end.

(** ** Perspectives of values and views *)

Definition scalars := nat -> nat.               (* of each variable its perspective *)

(** Who may use an array where the code stands:
    - [Open p]: all threads; the parts of different units of size p are disjoint.
    - [Claimed n i]: nobody, until the case of unit number i of size n begins.
    - [Shut]: nobody. *)
Inductive hold := Open (p : nat) | Claimed (n i : nat) | Shut.
Record view := View { held : hold; len : nat }.
Definition views := nat -> view.

(** Views inside a group: a claimed array is not for a group's units. *)
Definition narrow (D : views) : views := fun a =>
  match held (D a) with Open p => D a | _ => View Shut (len (D a)) end.

(** Views inside a case: rule D6, the claim is for this case and no other. *)
Definition enter (n i : nat) (D : views) : views := fun a =>
  match held (D a) with
  | Open p => D a
  | Claimed n' i' => View (if (n =? n') && (i =? i') then Open n else Shut) (len (D a))
  | Shut => D a
  end.

(** ** The rules *)

(** [value G s e d]: in code of size s, e lives at d (D1, F4). *)
Inductive value (G : scalars) (s : nat) : expr -> nat -> Prop :=
| V_Const k : value G s (Const k) 0
| V_Var x : value G s (Var x) (G x)
| V_Id n : 0 < n -> n divides s -> n <> s -> value G s (Id n) n
| V_Op f a b d d' : value G s a d -> value G s b d' -> value G s (Op f a b) (Nat.gcd d d').

(** [typed G D s c]: c may stand in code of size s. *)
Inductive typed (G : scalars) : views -> nat -> stmt -> Prop :=
| T_Skip D s :
    typed G D s Skip
| T_Seq D s a b :
    typed G D s a -> typed G D s b -> typed G D s (Seq a b)
| T_Assign D s x e d :                          (* D1: read up, write down *)
    value G s e d -> G x divides d -> G x divides s -> typed G D s (Assign x e)
| T_Load D s x a i d q :                        (* D4: at the narrowest of view and index *)
    value G s i d -> held (D a) = Open q -> G x divides Nat.gcd q d -> G x divides s ->
    typed G D s (Load x a i)
| T_Store D s a i e d d' :                      (* D4: each thread through its own view *)
    value G s i d -> value G s e d' -> held (D a) = Open 1 -> typed G D s (Store a i e)
| T_If D s e a b d :                            (* C3 *)
    value G s e d -> s divides d -> typed G D s a -> typed G D s b -> typed G D s (If e a b)
| T_Loop D s x e c d :                          (* C3, and D1 for the counter *)
    value G s e d -> s divides d -> G x divides s -> typed G D s c -> typed G D s (Loop x e c)
| T_Group D s n c :                             (* C1 *)
    0 < n -> n divides s -> typed G (narrow D) n c -> typed G D s (Group n c)
| T_Case D s n i c :                            (* C2 *)
    0 < n -> n divides s -> i < s / n -> typed G (enter n i D) n c -> typed G D s (Case n i c)
| T_Partition D s a n k f c :                   (* D5; the last premise is what R1 proves *)
    held (D a) = Open s -> 0 < n -> n divides s -> n <> s -> s / n * k <= len (D a) ->
    typed G (set D a (View (Open n) k)) s c -> typed G D s (Partition a n k f c)
| T_Claim D s a n i f c :                       (* D5, D6; n divides s, unlike T-Claim as printed *)
    held (D a) = Open s -> 0 < n -> n divides s -> n <> s -> i < s / n ->
    typed G (set D a (View (Claimed n i) (len (D a)))) s c -> typed G D s (Claim a n i f c)
| T_Barrier D s :
    typed G D s Barrier.

(** ** The checker *)

Definition dividesb (a b : nat) : bool := match a with 0 => b =? 0 | _ => b mod a =? 0 end.

Lemma dividesb_iff a b : dividesb a b = true <-> a divides b.
Proof.
  unfold dividesb. destruct a; rewrite Nat.eqb_eq.
  - split; [intros ->; now exists 0|intros [k ->]; lia].
  - apply Nat.mod_divide. lia.
Qed.

Fixpoint value_of (G : scalars) (s : nat) (e : expr) : option nat :=
  match e with
  | Const _ => Some 0
  | Var x => Some (G x)
  | Id n => if (0 <? n) && dividesb n s && negb (n =? s) then Some n else None
  | Op _ a b =>
      match value_of G s a, value_of G s b with
      | Some d, Some d' => Some (Nat.gcd d d')
      | _, _ => None
      end
  end.

(** [lives P o]: there is a perspective, and P holds of it. *)
Definition lives (P : nat -> bool) (o : option nat) : bool :=
  match o with Some d => P d | None => false end.

Definition open_of (h : hold) : option nat := match h with Open p => Some p | _ => None end.
Definition open_at (p : nat) (h : hold) : bool := match h with Open q => q =? p | _ => false end.
Definition below (n s : nat) : bool := (0 <? n) && dividesb n s.
Definition narrower (n s : nat) : bool := below n s && negb (n =? s).

Fixpoint check (G : scalars) (D : views) (s : nat) (c : stmt) : bool :=
  match c with
  | Skip | Barrier => true
  | Seq a b => check G D s a && check G D s b
  | Assign x e => lives (fun d => dividesb (G x) d && dividesb (G x) s) (value_of G s e)
  | Load x a i =>
      lives (fun d => lives (fun p => dividesb (G x) (Nat.gcd p d) && dividesb (G x) s)
                      (open_of (held (D a)))) (value_of G s i)
  | Store a i e =>
      lives (fun _ => lives (fun _ => open_at 1 (held (D a))) (value_of G s e)) (value_of G s i)
  | If e a b => lives (fun d => dividesb s d && check G D s a && check G D s b) (value_of G s e)
  | Loop x e c => lives (fun d => dividesb s d && dividesb (G x) s && check G D s c) (value_of G s e)
  | Group n c => below n s && check G (narrow D) n c
  | Case n i c => below n s && (i <? s / n) && check G (enter n i D) n c
  | Partition a n k _ c =>
      open_at s (held (D a)) && narrower n s && (s / n * k <=? len (D a))
      && check G (set D a (View (Open n) k)) s c
  | Claim a n i _ c =>
      open_at s (held (D a)) && narrower n s && (i <? s / n)
      && check G (set D a (View (Claimed n i) (len (D a)))) s c
  end.

Lemma value_of_iff G s e d : value_of G s e = Some d <-> value G s e d.
Proof.
  split.
  - revert d. induction e; simpl; intros d H; try (injection H as <-; constructor).
    + destruct ((0 <? n) && dividesb n s && negb (n =? s)) eqn:E; [|discriminate]. injection H as <-.
      rewrite !andb_true_iff, Nat.ltb_lt, dividesb_iff, negb_true_iff, Nat.eqb_neq in E.
      constructor; tauto.
    + destruct (value_of G s e1), (value_of G s e2); try discriminate. injection H as <-.
      constructor; auto.
  - induction 1; simpl; auto.
    + apply Nat.ltb_lt in H. apply dividesb_iff in H0. apply Nat.eqb_neq in H1. now rewrite H, H0, H1.
    + now rewrite IHvalue1, IHvalue2.
Qed.

Lemma lives_iff G s e P : lives P (value_of G s e) = true <-> exists d, value G s e d /\ P d = true.
Proof.
  destruct (value_of G s e) as [d|] eqn:E; simpl; split.
  - apply value_of_iff in E. eauto.
  - intros (d' & V & H). apply value_of_iff in V. congruence.
  - discriminate.
  - intros (d' & V & H). apply value_of_iff in V. congruence.
Qed.

Lemma open_of_iff h P : lives P (open_of h) = true <-> exists p, h = Open p /\ P p = true.
Proof.
  destruct h; simpl; split; intros H; eauto; try discriminate; destruct H as (q & E & H);
    try discriminate. now injection E as ->.
Qed.

Lemma open_at_iff p h : open_at p h = true <-> h = Open p.
Proof.
  destruct h; simpl; split; intros H; try discriminate.
  - apply Nat.eqb_eq in H. now subst.
  - injection H as ->. apply Nat.eqb_refl.
Qed.

(** The checker says yes exactly where the rules do. *)
Theorem check_iff G D s c : check G D s c = true <-> typed G D s c.
Proof.
  unfold narrower, below in *. split.
  - revert D s. induction c; intros D s H; cbn [check] in H; unfold narrower, below in H;
      repeat (rewrite ?andb_true_iff, ?lives_iff, ?open_of_iff, ?open_at_iff, ?dividesb_iff,
        ?negb_true_iff, ?Nat.ltb_lt, ?Nat.leb_le, ?Nat.eqb_eq, ?Nat.eqb_neq in H;
        match type of H with
        | exists _, _ => let V := fresh "V" in destruct H as (? & V & H)
        | _ => idtac
        end);
      repeat match goal with
        | H : _ /\ _ |- _ => destruct H
        end;
      econstructor; eauto.
  - induction 1; cbn [check]; unfold narrower, below;
      repeat (rewrite ?andb_true_iff, ?lives_iff, ?open_of_iff, ?open_at_iff, ?dividesb_iff,
        ?negb_true_iff, ?Nat.ltb_lt, ?Nat.leb_le, ?Nat.eqb_eq, ?Nat.eqb_neq;
        match goal with
        | V : value _ _ ?e _ |- exists d, value _ _ ?e d /\ _ => eexists; split; [exact V|]
        | E : ?h = Open _ |- exists p, ?h = Open p /\ _ => eexists; split; [exact E|]
        | _ => idtac
        end); eauto 10.
Qed.

(** Rule C2 for a split as it is written: each case starts at a multiple of its size, the sizes
    divide the code's, and their sum is at most the code's. *)
Fixpoint cases_fit (s at_ : nat) (sizes : list nat) : Prop :=
  match sizes with
  | [] => True
  | n :: rest => 0 < n /\ n divides s /\ n divides at_ /\ at_ + n <= s /\ cases_fit s (at_ + n) rest
  end.

Theorem split_typed G D s cases : forall at_,
  cases_fit s at_ (map fst cases) ->
  (forall n c, In (n, c) cases -> forall i, typed G (enter n i D) n c) ->
  typed G D s (split at_ cases).
Proof.
  induction cases as [|[n c] rest IH]; simpl; intros at_ F L; [constructor|].
  destruct F as (Hn & Ds & [k E] & B & F). constructor; [constructor|]; auto.
  subst at_. rewrite Nat.div_mul by lia. destruct Ds as [j ->]. rewrite Nat.div_mul by lia. nia.
Qed.
