----------------------------- MODULE ClusterLimit -----------------------------
(***************************************************************************)
(* ONE limit of the cluster on Cassandra. Its slots are a row of one       *)
(* shard; the tasks are rows of other shards. A claim takes a slot first,  *)
(* then claims its task, and may stop anywhere. A claim that finds the     *)
(* limit full frees slots whose claims have failed or ended. A plain read  *)
(* may show an earlier state of a row. A write to a shard is one step:     *)
(* module Shards explains why.                                             *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
  Tasks,
  Claims,      \* each has its own owner
  Slots,       \* the number of slots
  Lives,       \* how often a task may be added under its id
  MaxVersion,
  Nobody,
  Bug          \* "none", or the one deliberate mistake of this check

VARIABLES
  row,     \* each task: its status, the number of its life, its version and owner
  past,    \* earlier states of its row: a plain read may show one
  slots,   \* <<claim, task, life, version>>
  refused, \* claims that are refused in the shard of their task
  claim    \* the step of each claim; it may stay there forever
vars == <<row, past, slots, refused, claim>>

Init ==
  /\ row = [t \in Tasks |-> [st |-> "none", life |-> 0, ver |-> 0, own |-> Nobody]]
  /\ past = [t \in Tasks |-> {}]
  /\ slots = {} /\ refused = {}
  /\ claim = [c \in Claims |-> [at |-> "new", task |-> Nobody, life |-> 0, ver |-> 0]]

Put(t, r) == row' = [row EXCEPT ![t] = r] /\ past' = [past EXCEPT ![t] = @ \cup {row[t]}]
Views(t)  == past[t] \cup {row[t]}

Add(t) ==
  /\ row[t].st = "none" /\ row[t].life < Lives
  /\ Put(t, [st |-> "ready", life |-> row[t].life + 1, ver |-> 1, own |-> Nobody])
  /\ UNCHANGED <<slots, refused, claim>>

Reserve(c, t) ==
  /\ claim[c].at = "new" /\ Cardinality(slots) < Slots
  /\ \E seen \in Views(t) :
       /\ seen.st = "ready"
       /\ slots' = slots \cup {<<c, t, seen.life, seen.ver>>}
       /\ claim' = [claim EXCEPT ![c] = [at |-> "reserved", task |-> t, life |-> seen.life, ver |-> seen.ver]]
  /\ UNCHANGED <<row, past, refused>>

Claim(c) ==
  /\ claim[c].at = "reserved"
  /\ LET t == claim[c].task IN
       /\ claim' = [claim EXCEPT ![c].at = "over"]
       /\ IF /\ row[t].st = "ready" /\ row[t].ver = claim[c].ver
             /\ (row[t].life = claim[c].life \/ Bug = "another life")
             /\ (c \notin refused \/ Bug = "refusal unread")
            THEN Put(t, [row[t] EXCEPT !.st = "held", !.ver = @ + 1, !.own = c])
            ELSE UNCHANGED <<row, past>>
  /\ UNCHANGED <<slots, refused>>

(* The task finishes and is kept, leaves no trace, or must run again. *)
End(t) ==
  /\ row[t].st = "held" /\ row[t].ver < MaxVersion
  /\ \E st \in {"done", "none", "ready"} :
       Put(t, [row[t] EXCEPT !.st = st, !.ver = @ + 1, !.own = IF st = "done" THEN @ ELSE Nobody])
  /\ UNCHANGED <<slots, refused, claim>>

Holds(r, s) == r.st = "held" /\ r.life = s[3] /\ r.own = s[1]
Later(r, s) == r.life > s[3] \/ (r.life = s[3] /\ r.ver > s[4])

(* The task has a later version than the one that the claim would take. *)
FreeGoneOn(s) ==
  /\ \E seen \in Views(s[2]) : seen.st # "none" /\ Later(seen, s) /\ ~Holds(seen, s)
  /\ slots' = slots \ {s}
  /\ UNCHANGED <<row, past, refused, claim>>

(* Only a serial read shows that the task is missing. *)
FreeAbsent(s) ==
  /\ \E seen \in (IF Bug = "absent by a plain read" THEN Views(s[2]) ELSE {row[s[2]]}) : seen.st = "none"
  /\ slots' = slots \ {s}
  /\ UNCHANGED <<row, past, refused, claim>>

(* The claim may still come: it is refused first, in the shard of the task. *)
FreeOpen(s) ==
  /\ ~Holds(row[s[2]], s)
  /\ refused' = IF Bug = "freed without refusal" THEN refused ELSE refused \cup {s[1]}
  /\ slots' = slots \ {s}
  /\ UNCHANGED <<row, past, claim>>

Next == \/ \E t \in Tasks : Add(t) \/ End(t)
        \/ \E c \in Claims : Claim(c) \/ \E t \in Tasks : Reserve(c, t)
        \/ \E s \in slots : FreeGoneOn(s) \/ FreeAbsent(s) \/ FreeOpen(s)
Spec == Init /\ [][Next]_vars

Symmetry == Permutations(Tasks) \cup Permutations(Claims)

NeverExceeded == Cardinality({t \in Tasks : row[t].st = "held"}) <= Slots
HeldHasSlot   == \A t \in Tasks : row[t].st = "held" => \E s \in slots : Holds(row[t], s)
==============================================================================
