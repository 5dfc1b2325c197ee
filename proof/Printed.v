(* SPDX-License-Identifier: MIT *)
(** * Bundl as printed

    Two rules of Bundl do not hold as printed (Prism and Parallax, appendix A; the same in Snap), and
    px's are not they.  This file has the rules word for word, as far as they concern claims, splits
    and partition_id: statements of one thread, which is number p of its unit of n.

    - T-Claim demands n' <= n; S-Claim goes on as split (n', n - n'), and each rule of split demands
      that both sizes align to n.  So a typed program is stuck.  px demands that n' divides n.
    - E-Partition-Id gives pi / pi' - 1: p does not occur, so all units get the same number. *)

From Px Require Import Perspective.

Inductive printed :=
| Skip
| Seq (a b : printed)
| Claim (x y n : nat) (c : printed)             (* claim x into y at n in c *)
| Split (n1 n2 : nat) (a b : printed)
| Init | Dec | Count_wait.                      (* init, dec, wait of claim's counter *)

Definition align (n1 n2 n : nat) : Prop :=
  n1 + n2 <= n /\ n1 divides n /\ n2 divides n /\ n2 divides n1 + n.

(** The data context: of each name the perspective of its array; [None]: out of reach. *)
Definition context := nat -> option nat.

Inductive types : context -> nat -> printed -> Prop :=
| T_Skip E n : types E n Skip
| T_Init E n : types E n Init
| T_Dec E n : types E n Dec
| T_Wait E n : types E n Count_wait
| T_Seq E n a b : types E n a -> types E n b -> types E n (Seq a b)
| T_Split E n n1 n2 a b :
    align n1 n2 n -> types E n1 a -> types E n2 b -> types E n (Split n1 n2 a b)
| T_Claim E n n' x y c :
    E x = Some n -> types (set (set E x None) y (Some n')) n' c -> n' <= n ->
    types E n (Claim x y n' c).

(** The counters let everybody pass: what is stuck here is stuck with counters as well. *)
Inductive steps : nat -> nat -> printed -> printed -> Prop :=
| S_Init n p : steps n p Init Skip
| S_Dec n p : steps n p Dec Skip
| S_Wait n p : steps n p Count_wait Skip
| S_Seq_First n p a a' b : steps n p a a' -> steps n p (Seq a b) (Seq a' b)
| S_Seq_Done n p b : steps n p (Seq Skip b) b
| S_Split_Left n p n1 n2 a a' b :
    p < n1 -> align n1 n2 n -> steps n1 p a a' -> steps n p (Split n1 n2 a b) (Split n1 n2 a' b)
| S_Split_Left_Done n p n1 n2 b : p < n1 -> align n1 n2 n -> steps n p (Split n1 n2 Skip b) Skip
| S_Split_Right n p n1 n2 a b b' :
    n1 <= p < n1 + n2 -> align n1 n2 n -> steps n2 (p - n1) b b' ->
    steps n p (Split n1 n2 a b) (Split n1 n2 a b')
| S_Split_Right_Done n p n1 n2 a :
    n1 <= p < n1 + n2 -> align n1 n2 n -> steps n p (Split n1 n2 a Skip) Skip
| S_Split_None n p n1 n2 a b : n1 + n2 <= p -> align n1 n2 n -> steps n p (Split n1 n2 a b) Skip
| S_Claim n p n1 n2 x y c : n = n1 + n2 ->
    steps n p (Claim x y n1 c) (Seq Init (Seq (Split n1 n2 c Skip) (Seq Dec Count_wait))).

Inductive reaches (n p : nat) : printed -> printed -> Prop :=
| R_Here c : reaches n p c c
| R_Step a b c : steps n p a b -> reaches n p b c -> reaches n p a c.

Definition stuck (n p : nat) (c : printed) : Prop := c <> Skip /\ forall c', ~ steps n p c c'.

Lemma split_aligns n p n1 n2 a b c : steps n p (Split n1 n2 a b) c -> align n1 n2 n.
Proof. intros S. inversion S; assumption. Qed.

Lemma claim_needs_alignment n p n1 n2 r : ~ align n1 n2 n ->
  stuck n p (Seq (Split n1 n2 Skip Skip) r).
Proof.
  intros A. split; [discriminate|]. intros c S. inversion S; subst. eauto using split_aligns.
Qed.

(** One thread of four claims: typed, and stuck, whichever thread it is. *)
Theorem printed_claim_is_stuck :
  let c := Claim 0 1 1 Skip in
  types (fun _ => Some 4) 4 c /\
  forall p, exists c', reaches 4 p c c' /\ stuck 4 p c'.
Proof.
  split.
  - apply T_Claim; [reflexivity|apply T_Skip|lia].
  - intros p. exists (Seq (Split 1 3 Skip Skip) (Seq Dec Count_wait)). split.
    + eapply R_Step; [apply (S_Claim 4 p 1 3); reflexivity|].
      eapply R_Step; [apply S_Seq_First, S_Init|]. eapply R_Step; [apply S_Seq_Done|]. apply R_Here.
    + apply claim_needs_alignment. intros (_ & _ & [k E] & _). lia.
Qed.

(** Types are not preserved, either. *)
Theorem printed_claim_loses_its_type :
  exists c c' E, types E 4 c /\ steps 4 0 c c' /\ ~ types E 4 c'.
Proof.
  exists (Claim 0 1 1 Skip), (Seq Init (Seq (Split 1 3 Skip Skip) (Seq Dec Count_wait))), (fun _ => Some 4).
  split; [apply printed_claim_is_stuck|]. split; [apply S_Claim; reflexivity|].
  intros T. inversion T as [| | | |? ? ? ? _ T'| |]. subst.
  inversion T' as [| | | |? ? ? ? T'' _| |]. subst.
  inversion T'' as [| | | | |? ? ? ? ? ? (_ & _ & [k E] & _)|]. lia.
Qed.

(** In fact S-Claim can go on only if it claims for exactly one half of its unit. *)
Theorem printed_claim_is_for_halves n1 n2 : 0 < n1 -> align n1 n2 (n1 + n2) -> n1 = n2.
Proof.
  intros P (_ & D1 & D2 & _).
  apply Nat.divide_add_cancel_r in D1; [|apply Nat.divide_refl].
  rewrite Nat.add_comm in D2. apply Nat.divide_add_cancel_r in D2; [|apply Nat.divide_refl].
  now apply Nat.divide_antisym.
Qed.

(** E-Partition-Id, in code of n threads, for units of n', in thread p of the n. *)
Definition printed_partition_id (n n' p : nat) : nat := n / n' - 1.

(** All units have one number: so what is stored at an index by partition_id is stored by all of them
    at one place.  px's: the unit that the thread is of. *)
Theorem printed_ids_are_equal n n' p p' : printed_partition_id n n' p = printed_partition_id n n' p'.
Proof. reflexivity. Qed.

Theorem px_ids_differ n n' p p' : 0 < n' -> n' divides n -> p < n -> p' < n ->
  p mod n / n' = p' mod n / n' <-> p / n' = p' / n'.
Proof. intros H D P P'. apply same_number; auto; [lia|]. now rewrite !Nat.div_small. Qed.
