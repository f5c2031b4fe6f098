------------------------------ MODULE LateWaits ------------------------------
(***************************************************************************)
(* ONE task on Cassandra that waits for others, whose rows are in other    *)
(* shards. Their ends do not notify it. A node reads their rows one after  *)
(* the other and notes which have ended. It releases the task when all     *)
(* have ended, or cancels it when a task that it needs has failed. A       *)
(* missing row counts as done. A read shows the current state of a row, or *)
(* a state before changes whose authors may not have had their responses.  *)
(* A write to a shard is one step: module Shards explains why.             *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
  Others,
  Needed,  \* the tasks among them that must be DONE
  Lives,   \* how many lives each may have: added, and run again
  Unknown,
  Bug      \* "none", or the one deliberate mistake of this check

VARIABLES
  row,    \* each of the others: "none", "live", "done" or "failed"
  lives,
  past,   \* earlier states of its row: a read may show one
  ever,   \* the ends that it ever had
  waiter, \* "new", "waits", "ready" or "cancelled"
  noted,  \* the ends that are stored with the waiter
  seen    \* what the current pass has read
vars == <<row, lives, past, ever, waiter, noted, seen>>

Nothing == [t \in Others |-> Unknown]

Init ==
  /\ row = [t \in Others |-> "none"] /\ lives = [t \in Others |-> 0]
  /\ past = [t \in Others |-> {}] /\ ever = [t \in Others |-> {}]
  /\ waiter = "new" /\ noted = Nothing /\ seen = Nothing

Put(t, st) == row' = [row EXCEPT ![t] = st] /\ past' = [past EXCEPT ![t] = @ \cup {row[t]}]

Add(t) ==
  /\ row[t] = "none" /\ lives[t] = 0
  /\ Put(t, "live") /\ lives' = [lives EXCEPT ![t] = 1]
  /\ UNCHANGED <<ever, waiter, noted, seen>>

(* The task is kept, or leaves no trace; only a DONE task may leave no trace. *)
End(t) ==
  /\ row[t] = "live"
  /\ \/ Put(t, "done") /\ ever' = [ever EXCEPT ![t] = @ \cup {"done"}]
     \/ Put(t, "none") /\ ever' = [ever EXCEPT ![t] = @ \cup {"done"}]
     \/ Put(t, "failed") /\ ever' = [ever EXCEPT ![t] = @ \cup {"failed"}]
  /\ UNCHANGED <<lives, waiter, noted, seen>>

Prune(t) ==
  /\ row[t] = "done" \/ (row[t] = "failed" /\ Bug = "failures are pruned")
  /\ Put(t, "none")
  /\ UNCHANGED <<lives, ever, waiter, noted, seen>>

RunAgain(t) ==
  /\ row[t] \in {"done", "failed"} /\ lives[t] < Lives
  /\ Put(t, "live") /\ lives' = [lives EXCEPT ![t] = @ + 1]
  /\ UNCHANGED <<ever, waiter, noted, seen>>

(* The adds of the others had their responses before: most replicas have them. *)
AddWaiter ==
  /\ waiter = "new"
  /\ (\A t \in Others : lives[t] > 0) \/ Bug = "added before the others"
  /\ waiter' = "waits"
  /\ past' = IF Bug = "others unanswered" THEN past ELSE [t \in Others |-> {}]
  /\ UNCHANGED <<row, lives, ever, noted, seen>>

Read(t, st) ==
  /\ waiter = "waits" /\ seen[t] = Unknown
  /\ seen' = [seen EXCEPT ![t] = st]
  /\ UNCHANGED <<row, lives, past, ever, waiter, noted>>

ReadAsItIs(t) == Read(t, row[t])
ReadAsItWas(t) == \E st \in past[t] : Read(t, st)

Ended(st) == CASE st = "none" -> "done" [] st = "live" -> Unknown [] OTHER -> st

Hear ==
  /\ waiter = "waits" /\ \A t \in Others : seen[t] # Unknown
  /\ LET now == [t \in Others |-> IF noted[t] = Unknown THEN Ended(seen[t]) ELSE noted[t]] IN
       /\ noted' = now
       /\ waiter' = CASE \E t \in Needed : now[t] = "failed" -> "cancelled"
                      [] \A t \in Others : now[t] # Unknown  -> "ready"
                      [] OTHER                               -> "waits"
  /\ seen' = Nothing
  /\ UNCHANGED <<row, lives, past, ever>>

Next == \/ AddWaiter \/ Hear
        \/ \E t \in Others :
             Add(t) \/ End(t) \/ Prune(t) \/ RunAgain(t) \/ ReadAsItIs(t) \/ ReadAsItWas(t)
\* The current state of a row is read again and again, but not each time.
Spec == Init /\ [][Next]_vars
             /\ WF_vars(AddWaiter) /\ WF_vars(Hear)
             /\ \A t \in Others : WF_vars(Add(t)) /\ WF_vars(End(t)) /\ SF_vars(ReadAsItIs(t))

AfterAllEnded   == waiter = "ready" => \A t \in Others : ever[t] # {}
NeededWereDone  == waiter = "ready" => \A t \in Needed : "done" \in ever[t]
CancelledForOne == waiter = "cancelled" => \E t \in Needed : "failed" \in ever[t]
Settles         == <>(waiter \in {"ready", "cancelled"})
==============================================================================
