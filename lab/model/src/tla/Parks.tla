------------------------------- MODULE Parks -------------------------------
(***************************************************************************)
(* ONE workflow that parks until its children have ended, on an SQL        *)
(* database. The parent's transaction moves it to BLOCKED, locks its       *)
(* children one after the other, marks those that are live, and writes one *)
(* wait for each. If all have ended, it writes READY instead. The end of a *)
(* marked child removes its wait; the last one releases the parent. A      *)
(* timeout or an operator may wake the parent earlier. Any transaction may *)
(* be rolled back. Module Baton checks the fence against old attempts.     *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
  Children,
  Wakes,     \* how often somebody else may wake the parent
  Rollbacks, \* how many transactions may be rolled back
  Bug        \* "none", or the one deliberate mistake of this check

VARIABLES
  parent,  \* "running", "blocked", "ready" or "done"
  why,     \* what made it ready: "ends" or "other"
  child,   \* "live" or "ended"
  mark,    \* children whose ends look for waits
  wait,    \* children that the parent still waits for
  parking, \* whether the parent's transaction is open; it holds the parent's row
  todo,    \* the children that this transaction has yet to read
  live,    \* the children that it has found live
  ending,  \* children whose end is an open transaction; it holds the child's row
  told,    \* the children that its end found to be marked
  others,  \* what each end saw of the other waits at its beginning
  wakes, rollbacks
vars == <<parent, why, child, mark, wait, parking, todo, live, ending, told, others, wakes, rollbacks>>

Init ==
  /\ parent = "running" /\ why = "other"
  /\ child = [c \in Children |-> "live"] /\ mark = {} /\ wait = {}
  /\ parking = FALSE /\ todo = {} /\ live = {}
  /\ ending = {} /\ told = {} /\ others = [c \in Children |-> {}]
  /\ wakes = 0 /\ rollbacks = 0

ParkBegin ==
  /\ parent = "running" /\ ~parking
  /\ parking' = TRUE /\ todo' = Children /\ live' = {}
  /\ UNCHANGED <<parent, why, child, mark, wait, ending, told, others, wakes, rollbacks>>

Locks(c) == parking /\ c \notin todo /\ Bug # "reads without locks"

ParkRead(c) ==
  /\ parking /\ c \in todo
  /\ c \notin ending \/ Bug = "reads without locks"
  /\ todo' = todo \ {c}
  /\ live' = IF child[c] = "live" THEN live \cup {c} ELSE live
  /\ UNCHANGED <<parent, why, child, mark, wait, parking, ending, told, others, wakes, rollbacks>>

ParkCommit ==
  /\ parking /\ todo = {}
  /\ parking' = FALSE
  /\ IF live = {} /\ Bug # "parks after the last end"
       THEN /\ parent' = "ready" /\ why' = "ends"
            /\ UNCHANGED <<mark, wait>>
       ELSE /\ parent' = "blocked" /\ wait' = live
            /\ mark' = IF Bug = "no mark" THEN mark ELSE mark \cup live
            /\ UNCHANGED why
  /\ UNCHANGED <<child, todo, live, ending, told, others, wakes, rollbacks>>

EndBegin(c) ==
  /\ child[c] = "live" /\ c \notin ending /\ ~Locks(c)
  /\ ending' = ending \cup {c}
  /\ told' = IF c \in mark THEN told \cup {c} ELSE told \ {c}
  /\ others' = [others EXCEPT ![c] = wait \ {c}]
  /\ UNCHANGED <<parent, why, child, mark, wait, parking, todo, live, wakes, rollbacks>>

(* The row of the waiter is locked, so one end at a time counts the waits. *)
Left(c) == IF Bug = "counts without a lock" THEN others[c] ELSE wait \ {c}
Tells(c) == c \in told /\ c \in wait
IsLast(c) == Tells(c) /\ Left(c) = {} /\ parent = "blocked"

EndCommit(c) ==
  /\ c \in ending
  /\ ~(IsLast(c) /\ parking)
  /\ child' = [child EXCEPT ![c] = "ended"]
  /\ ending' = ending \ {c}
  /\ wait' = IF Tells(c) THEN wait \ {c} ELSE wait
  /\ IF IsLast(c) THEN parent' = "ready" /\ why' = "ends" ELSE UNCHANGED <<parent, why>>
  /\ UNCHANGED <<mark, parking, todo, live, told, others, wakes, rollbacks>>

Wake ==
  /\ parent = "blocked" /\ wakes < Wakes
  /\ parent' = "ready" /\ why' = "other" /\ wakes' = wakes + 1
  /\ UNCHANGED <<child, mark, wait, parking, todo, live, ending, told, others, rollbacks>>

Start ==
  /\ parent = "ready" /\ parent' = "running"
  /\ UNCHANGED <<why, child, mark, wait, parking, todo, live, ending, told, others, wakes, rollbacks>>

(* The handler has read the results of all children. *)
Finish ==
  /\ parent = "running" /\ ~parking /\ \A c \in Children : child[c] = "ended"
  /\ parent' = "done"
  /\ UNCHANGED <<why, child, mark, wait, parking, todo, live, ending, told, others, wakes, rollbacks>>

RollBack ==
  /\ rollbacks < Rollbacks /\ rollbacks' = rollbacks + 1
  /\ \/ parking /\ parking' = FALSE /\ UNCHANGED ending
     \/ \E c \in ending : ending' = ending \ {c} /\ UNCHANGED parking
  /\ UNCHANGED <<parent, why, child, mark, wait, todo, live, told, others, wakes>>

Next == \/ ParkBegin \/ ParkCommit \/ Wake \/ Start \/ Finish \/ RollBack
        \/ \E c \in Children : ParkRead(c) \/ EndBegin(c) \/ EndCommit(c)
Spec == Init /\ [][Next]_vars
             /\ WF_vars(ParkCommit) /\ WF_vars(Start) /\ SF_vars(Finish)
             /\ \A c \in Children : SF_vars(ParkRead(c)) /\ SF_vars(EndBegin(c)) /\ SF_vars(EndCommit(c))

WokenAfterTheLastEnd == parent = "ready" /\ why = "ends" => \A c \in Children : child[c] = "ended"
BlockedByALiveChild  == parent = "blocked" => \E c \in Children : child[c] = "live"
Settles              == <>(parent = "done")
==============================================================================
