(* SPDX-License-Identifier: MIT *)
(** * Functions with signatures

    px judges a call by the callee's signature, and the callee once, against its signature.  A call
    runs as its body would, written there: the arguments are assigned to the parameters, and the
    units of the callee's size run the body.  This file shows that nothing is lost: where the call
    obeys the rules for calls, the body so written obeys the rules for statements. *)

From Px Require Export Theorems.

(** ** Weaker needs

    What is legal with the views E is legal with D, if D has all that E has open, as long or longer. *)
Definition gives (D E : views) : Prop :=
  forall a, held (E a) = Shut \/ (held (E a) = held (D a) /\ len (E a) <= len (D a)).

Lemma gives_set D E a v v' : gives D E -> held v' = held v -> len v' <= len v ->
  gives (set D a v) (set E a v').
Proof. intros M H L b. unfold set. destruct (b =? a); auto. Qed.

Lemma gives_narrow D E : gives D E -> gives (narrow D) (narrow E).
Proof.
  intros M a. unfold narrow. destruct (M a) as [H|[H L]].
  - rewrite H. now left.
  - destruct (held (E a)) eqn:Q; rewrite <- H; simpl; auto.
Qed.

Lemma gives_enter n i D E : gives D E -> gives (enter n i D) (enter n i E).
Proof.
  intros M a. unfold enter. destruct (M a) as [H|[H L]].
  - rewrite H. now left.
  - destruct (held (E a)) eqn:Q; rewrite <- H; simpl; auto.
Qed.

Theorem weakening G E s c : typed G E s c -> forall D, gives D E -> typed G D s c.
Proof.
  induction 1; intros E' M; try (econstructor; eauto using gives_narrow, gives_enter; fail).
  - destruct (M a) as [Q|[Q _]]; [congruence|]. econstructor; eauto. congruence.
  - destruct (M a) as [Q|[Q _]]; [congruence|]. econstructor; eauto. congruence.
  - destruct (M a) as [Q|[Q L]]; [congruence|]. econstructor; eauto; [congruence|lia|].
    apply IHtyped. now apply gives_set.
  - destruct (M a) as [Q|[Q L]]; [congruence|]. econstructor; eauto; [congruence|].
    apply IHtyped. apply gives_set; auto.
Qed.

(** ** Signatures and calls *)

Record signature := Signature {
  runs_at : nat;                                (* the perspective, as a size *)
  needs : views                                 (* the views that the body may use *)
}.

Record function := Function { signs : signature; body : stmt }.

(** The function keeps to its signature: checked once. *)
Definition sound (G : scalars) (f : function) : Prop :=
  typed G (needs (signs f)) (runs_at (signs f)) (body f).

Fixpoint pass (arguments : list (nat * expr)) : stmt :=
  match arguments with [] => Skip | (x, e) :: rest => Seq (Assign x e) (pass rest) end.

Definition call (f : function) (arguments : list (nat * expr)) : stmt :=
  Seq (pass arguments) (Group (runs_at (signs f)) (body f)).

(** F1: the size is there, and broader code may call.  F2: an argument may be broader than the
    parameter.  F3: views match.  Of the function only the signature occurs. *)
Record callable (G : scalars) (D : views) (s : nat) (g : signature) (arguments : list (nat * expr)) :
    Prop := Callable {
  call_size : 0 < runs_at g /\ runs_at g divides s;
  call_arguments : forall x e, In (x, e) arguments ->
    exists d, value G s e d /\ G x divides d /\ G x divides s;
  call_views : gives (narrow D) (needs g)
}.

Lemma pass_typed G D s arguments :
  (forall x e, In (x, e) arguments -> exists d, value G s e d /\ G x divides d /\ G x divides s) ->
  typed G D s (pass arguments).
Proof.
  induction arguments as [|[x e] rest IH]; simpl; intros A; constructor; auto.
  destruct (A x e) as (d & V & Dd & Ds); auto. econstructor; eauto.
Qed.

Theorem calls_are_modular G D s f arguments :
  sound G f -> callable G D s (signs f) arguments -> typed G D s (call f arguments).
Proof.
  intros S [[P Dv] A V]. constructor.
  - now apply pass_typed.
  - constructor; auto. eapply weakening; eauto.
Qed.
