-------------------------------- MODULE Rates --------------------------------
(***************************************************************************)
(* ONE rate of the cluster, by the generic cell rate algorithm: `paid` is  *)
(* the moment up to which the taken units last. A separate statement reads *)
(* the database's clock after the statement that waits for the lock.       *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
  Claims,    \* one unit each
  Interval,  \* the time one unit takes
  Burst,     \* units that may be taken at once after a pause
  Last,      \* when time stops
  Bug        \* "none", or the one deliberate mistake of this check

VARIABLES now, paid, lock, claim, taken
vars == <<now, paid, lock, claim, taken>>

Never == 0
Init ==
  /\ now = 0 /\ paid = Never /\ lock = {} /\ taken = [c \in Claims |-> -1]
  /\ claim = [c \in Claims |-> [at |-> "no", clock |-> 0]]

Tick == now < Last /\ now' = now + 1 /\ UNCHANGED <<paid, lock, claim, taken>>

Ask(c) ==
  /\ claim[c].at = "no" /\ taken[c] = -1
  /\ claim' = [claim EXCEPT ![c] = [at |-> "asked", clock |-> now]]
  /\ UNCHANGED <<now, paid, lock, taken>>

Lock(c) ==
  /\ claim[c].at = "asked" /\ lock = {}
  /\ lock' = {c}
  /\ claim' = [claim EXCEPT ![c].at = "locked"]
  /\ UNCHANGED <<now, paid, taken>>

From(clock) == IF paid > clock THEN paid ELSE clock

(* Takes its unit, if the limit has one at the time that the claim has read. *)
Take(c) ==
  /\ claim[c].at = "locked"
  /\ LET clock == IF Bug = "clock before the lock" THEN claim[c].clock ELSE now
         after == From(clock) + Interval
     IN IF after - clock <= Burst * Interval
          THEN paid' = after /\ taken' = [taken EXCEPT ![c] = now]
          ELSE UNCHANGED <<paid, taken>>
  /\ claim' = [claim EXCEPT ![c].at = "written"]
  /\ UNCHANGED <<now, lock>>

(* Time may pass before the commit; the claim counts at the time that it has read. *)
Commit(c) ==
  /\ claim[c].at = "written"
  /\ lock' = {}
  /\ claim' = [claim EXCEPT ![c].at = "no"]
  /\ UNCHANGED <<now, paid, taken>>

(* A row may be pruned when it means the same as a missing row. *)
Prune ==
  /\ lock = {} /\ paid # Never
  /\ (Bug # "prunes what is not paid off" => paid <= now)
  /\ paid' = Never
  /\ UNCHANGED <<now, lock, claim, taken>>

Next == Tick \/ Prune \/ \E c \in Claims : Ask(c) \/ Lock(c) \/ Take(c) \/ Commit(c)
Spec == Init /\ [][Next]_vars

Symmetry == Permutations(Claims)

(* Between two moments at most the burst is taken, and the pace times the time between. *)
WithinRate ==
  \A from, to \in {taken[c] : c \in Claims} \ {-1} :
    from <= to =>
      (Cardinality({c \in Claims : taken[c] >= from /\ taken[c] <= to}) - Burst) * Interval
        <= to - from
==============================================================================
