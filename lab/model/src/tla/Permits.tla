------------------------------- MODULE Permits -------------------------------
(***************************************************************************)
(* The slots of ONE limit of the cluster. Every claim is a transaction of  *)
(* several statements at read committed. It checks that the limit's row    *)
(* exists, locks it, counts the valid permits, then takes the task and its *)
(* permit and commits. A permit is valid while its task is held under the  *)
(* permit's owner, so the end of the holding frees the permit without a    *)
(* write to it.                                                            *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
  Tasks,   \* each is claimed by at most one transaction at a time
  Slots,   \* how many tasks may be held
  Budget,  \* the number of faults in total
  Bug      \* "none", or the one deliberate mistake of this check

VARIABLES
  row,      \* whether the limit has a row
  lock,     \* the claims that believe they locked it: at most one
  held,     \* each task's committed owner, 0 for none
  live,     \* whether its lease has not ended
  permits,  \* committed permits, <<task, owner>>
  claim,    \* each task's current claim
  run,      \* handlers in some node's memory, <<task, owner>>
  done,     \* tasks that ended
  next,     \* next owner, never used twice
  budget    \* faults left
vars == <<row, lock, held, live, permits, claim, run, done, next, budget>>

NoClaim == [at |-> "no", seen |-> 0]
Fault   == budget > 0 /\ budget' = budget - 1

Valid(p) == held[p[1]] = p[2] /\ (Bug = "freed at lease end" => live[p[1]])
Count    == Cardinality({p \in permits : Valid(p)})

Init ==
  /\ row = FALSE /\ lock = {} /\ permits = {} /\ run = {} /\ done = {}
  /\ held = [t \in Tasks |-> 0] /\ live = [t \in Tasks |-> FALSE]
  /\ claim = [t \in Tasks |-> NoClaim] /\ next = 1 /\ budget = Budget

At(t, step) == claim[t].at = step

(* The statement that will wait for the lock takes its snapshot here. *)
Ask(t) ==
  /\ At(t, "no") /\ held[t] = 0 /\ t \notin done
  /\ row' = TRUE
  /\ claim' = [claim EXCEPT ![t] = [at |-> "asked", seen |-> Count]]
  /\ UNCHANGED <<lock, held, live, permits, run, done, next, budget>>

Lock(t) ==
  /\ At(t, "asked") /\ row /\ lock = {}
  /\ lock' = {t}
  /\ claim' = [claim EXCEPT ![t].at = "locked"]
  /\ UNCHANGED <<row, held, live, permits, run, done, next, budget>>

(* The pruner was faster.  The claim locked no row, so it begins again. *)
FindNoRow(t) ==
  /\ At(t, "asked") /\ ~row
  /\ claim' = [claim EXCEPT ![t] =
       IF Bug = "no row is no lock" THEN [@ EXCEPT !.at = "locked"] ELSE NoClaim]
  /\ UNCHANGED <<row, lock, held, live, permits, run, done, next, budget>>

CountThem(t) ==
  /\ At(t, "locked")
  /\ claim' = [claim EXCEPT ![t] =
       [at |-> "counted", seen |-> IF Bug = "count before the lock" THEN @.seen ELSE Count]]
  /\ UNCHANGED <<row, lock, held, live, permits, run, done, next, budget>>

Take(t) ==
  /\ At(t, "counted") /\ claim[t].seen < Slots
  /\ held' = [held EXCEPT ![t] = next]
  /\ live' = [live EXCEPT ![t] = TRUE]
  /\ permits' = {p \in permits : Valid(p)} \cup {<<t, next>>}
  /\ run' = run \cup {<<t, next>>}
  /\ next' = next + 1
  /\ lock' = lock \ {t}
  /\ claim' = [claim EXCEPT ![t] = NoClaim]
  /\ UNCHANGED <<row, done, budget>>

RollBack(t) ==
  /\ lock' = lock \ {t}
  /\ claim' = [claim EXCEPT ![t] = NoClaim]
  /\ UNCHANGED <<row, held, live, permits, run, done, next>>

Refuse(t) == At(t, "counted") /\ claim[t].seen >= Slots /\ RollBack(t) /\ UNCHANGED budget
Fail(t)   == ~At(t, "no") /\ RollBack(t) /\ Fault

(* Only a fault can delay a holder that still has the task in memory. *)
EndLease(t) ==
  /\ held[t] # 0 /\ live[t]
  /\ IF <<t, held[t]>> \in run THEN Fault ELSE UNCHANGED budget
  /\ live' = [live EXCEPT ![t] = FALSE]
  /\ UNCHANGED <<row, lock, held, permits, claim, run, done, next>>

Release(t) ==
  /\ held' = [held EXCEPT ![t] = 0]
  /\ live' = [live EXCEPT ![t] = FALSE]
  /\ UNCHANGED <<row, lock, permits, claim, run, done, next>>

Sweep(t) == held[t] # 0 /\ ~live[t] /\ Release(t) /\ UNCHANGED budget
Eject(t) == held[t] # 0 /\ Release(t) /\ Fault

(* A crash, or a claim whose response was lost: the task is held, but no node knows. *)
Forget(x) ==
  /\ run' = run \ {x} /\ Fault
  /\ UNCHANGED <<row, lock, held, live, permits, claim, done, next>>

Complete(x) ==
  /\ run' = run \ {x}
  /\ IF held[x[1]] = x[2]
       THEN /\ held' = [held EXCEPT ![x[1]] = 0]
            /\ live' = [live EXCEPT ![x[1]] = FALSE]
            /\ done' = done \cup {x[1]}
       ELSE UNCHANGED <<held, live, done>>
  /\ UNCHANGED <<row, lock, permits, claim, next, budget>>

(* Locks the row and checks it again under the lock, in one statement. *)
Prune ==
  /\ row /\ lock = {} /\ Count = 0
  /\ row' = FALSE /\ permits' = {}
  /\ UNCHANGED <<lock, held, live, claim, run, done, next, budget>>

Step(t) == Ask(t) \/ Lock(t) \/ FindNoRow(t) \/ CountThem(t) \/ Take(t) \/ Refuse(t)
             \/ Fail(t) \/ EndLease(t) \/ Sweep(t) \/ Eject(t)
Next == \/ \E t \in Tasks : Step(t)
        \/ \E x \in run : Forget(x) \/ Complete(x)
        \/ Prune
Spec == Init /\ [][Next]_vars

(* The pruner and other claims may be faster again and again, so Lock is only *)
(* strongly fair.  A lost lease ends by itself. *)
FairSpec == Spec /\ \A t \in Tasks :
  /\ WF_vars(Ask(t)) /\ SF_vars(Lock(t)) /\ WF_vars(FindNoRow(t)) /\ WF_vars(CountThem(t))
  /\ WF_vars(Take(t)) /\ WF_vars(Refuse(t)) /\ WF_vars(EndLease(t)) /\ WF_vars(Sweep(t))
  /\ WF_vars(\E x \in run : x[1] = t /\ Complete(x))

Symmetry == Permutations(Tasks)

WithinLimit     == Cardinality({t \in Tasks : held[t] # 0}) <= Slots
HolderHasPermit == \A t \in Tasks : held[t] # 0 => <<t, held[t]>> \in permits
OneRunningEach  == Cardinality(run) <= Slots
PermitsComeBack == <>(done = Tasks)
==============================================================================
