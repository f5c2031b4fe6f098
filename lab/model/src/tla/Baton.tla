-------------------------------- MODULE Baton --------------------------------
(***************************************************************************)
(* The life of ONE task's row. Several nodes use it; they crash, pause and *)
(* lose responses. Their database may fail over to an older committed      *)
(* state. One action is one committed statement (a compare-and-set whose   *)
(* row count is its result), one message, or one fault.                    *)
(*                                                                         *)
(* Time has no number in this model. `row.live` says that the lease has    *)
(* not ended. A node that pauses is a node that takes no step while its    *)
(* lease ends.                                                             *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
  Nodes,    \* the cluster
  OnLost,   \* "RESUME" or "ERROR": what the sweeper does with an ended lease
  Born,     \* TRUE: the add inserts the row already claimed (T3)
  Fence,    \* the columns that a completion compares: "none" "status" "version" "owner" "claim"
  Memory,   \* what a node does with its older attempt of the same id: "keep" it;
            \* "drop" it at a new claim; or "skip" the claim while it exists
  Kinds,    \* faults and foreign writes that may happen
  Budget,   \* the number of faults in total
  Bug       \* "none", or the one deliberate mistake of this check

VARIABLES
  row,      \* the committed row, with the effect of the handler's transaction
  old,      \* the older committed state that a failover would restore
  mem,      \* the attempts in the nodes' memories
  wire,     \* completions that are sent but not executed; they outlive their sender
  plan,     \* what a sweeper or a node has read and will write later
  inc,      \* each node's incarnation
  next,     \* next claim number, never used twice: a failover doesn't restore memory
  budget,   \* faults left
  starts,   \* (history) how often a handler was started
  permits,  \* (history) how many starts were requested
  harm      \* (history) what went wrong
vars == <<row, old, mem, wire, plan, inc, next, budget, starts, permits, harm>>

Finished == {"DONE", "CANCELLED"}
Nobody   == <<"nobody", 0>>
NoPlan   == [what |-> "nothing", ver |-> 0, owner |-> Nobody, claim |-> 0]
Absent   == [st |-> "none", ver |-> 0, owner |-> Nobody, claim |-> 0,
             live |-> FALSE, data |-> 0, eff |-> 0]

(* The owner is a random id of each incarnation, so no two share one. *)
Me(n) == <<n, IF Bug = "owner is the node's name" THEN 0 ELSE inc[n]>>

(* The fence: is token x (an attempt, or a sent completion) still valid? *)
Fits(x) ==
  CASE Fence = "none"    -> row.st # "none"
    [] Fence = "status"  -> row.st = "RUNNING"
    [] Fence = "version" -> row.st = "RUNNING" /\ row.ver = x.ver
    [] Fence = "owner"   -> row.st = "RUNNING" /\ row.ver = x.ver /\ row.owner = x.owner
    [] Fence = "claim"   -> row.st = "RUNNING" /\ row.ver = x.ver /\ row.owner = x.owner
                              /\ row.claim = x.claim

Fault(kind) == kind \in Kinds /\ budget > 0 /\ budget' = budget - 1
NoFault     == UNCHANGED budget

(* Every write but a renewal raises the version; every foreign write ends the hold. *)
Moved(st) == [row EXCEPT !.st = st, !.ver = @ + 1, !.owner = Nobody, !.claim = 0, !.live = FALSE]

Attempt(n, ver, data, born) ==
  [node |-> n, owner |-> Me(n), ver |-> ver, claim |-> next, data |-> data, born |-> born,
   st |-> "asked", out |-> "none"]
Token(a, out) == [owner |-> a.owner, ver |-> a.ver, claim |-> a.claim, data |-> a.data, out |-> out]
SameClaim(x, y) == x.claim = y.claim

Init ==
  /\ row = Absent /\ old = Absent
  /\ mem = {} /\ wire = {} /\ plan = NoPlan
  /\ inc = [n \in Nodes |-> 0] /\ next = 1 /\ budget = Budget
  /\ starts = 0 /\ permits = 1 /\ harm = {}

(*------------------------------- the caller -------------------------------*)
(* T2: committed as READY.  If a failover loses the add, the caller adds again. *)
Add ==
  /\ ~Born /\ row.st = "none"
  /\ row' = [Absent EXCEPT !.st = "READY", !.ver = 1]
  /\ UNCHANGED <<old, mem, wire, plan, inc, next, budget, starts, permits, harm>>

(* T3: the caller's transaction may last longer than the lease, without a fault. *)
AddBorn(n) ==
  /\ Born /\ row.st = "none"
  /\ \E live \in BOOLEAN :
       row' = [Absent EXCEPT !.st = "RUNNING", !.ver = 1, !.owner = Me(n),
                             !.claim = next, !.live = live]
  /\ mem' = mem \cup {Attempt(n, 1, 0, TRUE)}
  /\ next' = next + 1
  /\ UNCHANGED <<old, wire, plan, inc, budget, starts, permits, harm>>

(* After a rollback to a savepoint, or a failed commit: a local dispatch without a row. *)
RollBackBorn(n) ==
  /\ Born /\ row.st = "none" /\ Fault("rollback")
  /\ mem' = mem \cup {Attempt(n, 1, 0, TRUE)}
  /\ next' = next + 1
  /\ UNCHANGED <<row, old, wire, plan, inc, starts, permits, harm>>

(* No finished row is kept, and the caller uses the id again: versions start again. *)
Forget ==
  /\ row.st \in Finished /\ Fault("readd")
  /\ row' = Absent /\ permits' = permits + 1
  /\ UNCHANGED <<old, mem, wire, plan, inc, next, starts, harm>>

(*-------------------------------- the node --------------------------------*)
(* T6.  A claim that is executed after its sender has given up is Claim and LoseReply. *)
Claim(n) ==
  /\ row.st = "READY"
  /\ Memory = "skip" => \A a \in mem : a.node # n
  /\ row' = [row EXCEPT !.st = "RUNNING", !.ver = @ + 1, !.owner = Me(n),
                        !.claim = next, !.live = TRUE]
  /\ mem' = {a \in mem : Memory = "drop" => a.node # n}
              \cup {Attempt(n, row.ver + 1, row.data, FALSE)}
  /\ next' = next + 1
  /\ UNCHANGED <<old, wire, plan, inc, budget, starts, permits, harm>>

(* The claim's response: the handler starts.  A local dispatch reads the row first. *)
Start(a) ==
  /\ a \in mem /\ a.st = "asked"
  /\ IF a.born /\ ~Fits(a) /\ Bug # "local dispatch without a read"
       THEN mem' = mem \ {a} /\ UNCHANGED <<starts, harm>>
       ELSE /\ mem' = (mem \ {a}) \cup {[a EXCEPT !.st = "running"]}
            /\ starts' = starts + 1
            /\ harm' = harm \cup (IF a.born /\ row.st = "none" THEN {"ghost"} ELSE {})
  /\ UNCHANGED <<row, old, wire, plan, inc, next, budget, permits>>

LoseReply(a) ==
  /\ a \in mem /\ a.st = "asked" /\ Fault("lost")
  /\ mem' = mem \ {a}
  /\ UNCHANGED <<row, old, wire, plan, inc, next, starts, permits, harm>>

(* T9: claimed but never started (no slot, or a shutdown), released under the fence. *)
HandBack(a) ==
  /\ a \in mem /\ a.st = "asked" /\ Fits(a) /\ Fault("handback")
  /\ row' = Moved("READY") /\ mem' = mem \ {a}
  /\ UNCHANGED <<old, wire, plan, inc, next, starts, permits, harm>>

(* T7a: the renewal keeps the version; it needs a living handler, or an outcome
   without a response. *)
Renew(a) ==
  /\ a \in mem /\ Fits(a)
  /\ a.st \in {"running", "ended"} \/ (Bug = "immortal heartbeat" /\ a.st = "stuck")
  /\ IF Bug = "heartbeat bumps the version"
       THEN /\ row.ver < 5
            /\ row' = [row EXCEPT !.live = TRUE, !.ver = @ + 1]
            /\ mem' = (mem \ {a}) \cup {[a EXCEPT !.ver = @ + 1]}
       ELSE row' = [row EXCEPT !.live = TRUE] /\ UNCHANGED mem
  /\ UNCHANGED <<old, wire, plan, inc, next, budget, starts, permits, harm>>

(* The handler hangs, or its thread is gone without an outcome. *)
GetStuck(a) ==
  /\ a \in mem /\ a.st = "running" /\ Fault("stuck")
  /\ mem' = (mem \ {a}) \cup {[a EXCEPT !.st = "stuck"]}
  /\ UNCHANGED <<row, old, wire, plan, inc, next, starts, permits, harm>>

(* The handler ends; its outcome is sent again until a response comes.  Until then
   the attempt is remembered: its row must not look as if it never started. *)
Send(a) ==
  /\ a \in mem
  /\ \/ a.st = "running" /\ NoFault    /\ wire' = wire \cup {Token(a, "done")}
     \/ a.st = "running" /\ Fault("fail") /\ wire' = wire \cup {Token(a, "retry")}
     \/ a.st = "ended" /\ Token(a, a.out) \notin wire /\ NoFault
          /\ wire' = wire \cup {Token(a, a.out)}
  /\ mem' = (mem \ {a}) \cup
       (IF Bug = "forgets an unanswered completion" THEN {}
        ELSE {[a EXCEPT !.st = "ended",
                        !.out = IF a.st = "ended" THEN @
                                ELSE IF budget' = budget THEN "done" ELSE "retry"]})
  /\ UNCHANGED <<row, old, plan, inc, next, starts, permits, harm>>

(* T10, T8: the fenced completion, in one transaction with the handler's effect.
   Zero rows: the transaction with its effect is rolled back. *)
Apply(m, stays, answered) ==
  /\ m \in wire
  /\ \/ ~stays /\ answered /\ NoFault
     \/ stays /\ answered /\ Fault("dup")     \* sent twice, or executed late
     \/ ~stays /\ ~answered /\ Fault("lost")
  /\ wire' = IF stays THEN wire ELSE wire \ {m}
  /\ mem' = IF answered THEN {a \in mem : ~SameClaim(a, m)} ELSE mem
  /\ IF Fits(m)
       THEN /\ row' = IF m.out = "retry" THEN Moved("READY")
                      ELSE [Moved("DONE") EXCEPT !.eff = @ + 1]
            /\ permits' = IF m.out = "retry" THEN permits + 1 ELSE permits
            /\ harm' = harm
                 \cup (IF row.st = "RUNNING" /\ row.claim # m.claim THEN {"stolen"} ELSE {})
                 \cup (IF row.st = "RUNNING" /\ row.data # m.data THEN {"stale data"} ELSE {})
       ELSE /\ UNCHANGED <<row, permits>>
            /\ harm' = harm \cup
                 (IF row.st = "RUNNING" /\ row.claim = m.claim THEN {"refused"} ELSE {})
  /\ UNCHANGED <<old, plan, inc, next, starts>>

Crash(n) ==
  /\ Fault("crash")
  /\ inc' = [inc EXCEPT ![n] = @ + 1]
  /\ mem' = {a \in mem : a.node # n}
  /\ UNCHANGED <<row, old, wire, plan, next, starts, permits, harm>>

(*------------------------------ maintenance -------------------------------*)
(* Without a fault a lease ends only when no node works on the row any more. *)
Kept == \E a \in mem : Fits(a) /\ (a.st # "stuck" \/ Bug = "immortal heartbeat")

LeaseEnds(kept) ==
  /\ row.st = "RUNNING" /\ row.live
  /\ Kept = kept /\ IF kept THEN Fault("pause") ELSE NoFault
  /\ row' = [row EXCEPT !.live = FALSE]
  /\ UNCHANGED <<old, mem, wire, plan, inc, next, starts, permits, harm>>

(* The sweeper reads, and writes later: it repeats the whole precondition. *)
ReadEnded ==
  /\ Bug # "no sweep" /\ plan = NoPlan
  /\ row.st = "RUNNING" /\ ~row.live
  /\ plan' = [what |-> "sweep", ver |-> row.ver, owner |-> row.owner,
              claim |-> row.claim]
  /\ UNCHANGED <<row, old, mem, wire, inc, next, budget, starts, permits, harm>>

(* A row that has this node's owner but that the node doesn't hold: the claim's
   response was lost, and the task never started.  A running claim counts as held. *)
Known(n) ==
  \E a \in mem : a.node = n /\ Fits(a)
                   /\ (a.st = "asked" => Bug # "release ignores claims under way")
ReadUnknown(n) ==
  /\ plan = NoPlan
  /\ row.st = "RUNNING" /\ row.owner = Me(n) /\ ~Known(n)
  /\ plan' = [what |-> "release", ver |-> row.ver, owner |-> row.owner,
              claim |-> row.claim]
  /\ UNCHANGED <<row, old, mem, wire, inc, next, budget, starts, permits, harm>>

Write ==
  /\ plan # NoPlan /\ plan' = NoPlan
  /\ row' =
       CASE plan.what = "sweep" /\ Bug = "rescue by id alone" /\ row.st # "none"
              -> Moved("READY")
         [] plan.what = "sweep" /\ row.st = "RUNNING" /\ row.ver = plan.ver /\ ~row.live
              -> Moved(IF OnLost = "ERROR" THEN "ERROR" ELSE "READY")
         [] plan.what = "release" /\ row.st = "RUNNING" /\ row.ver = plan.ver
              /\ row.owner = plan.owner /\ (Fence = "claim" => row.claim = plan.claim)
              -> Moved("READY")
         [] OTHER -> row
  /\ UNCHANGED <<old, mem, wire, inc, next, budget, starts, permits, harm>>

(*--------------------- foreign writes and the failover ---------------------*)
Foreign ==
  /\ \/ row.st = "RUNNING" /\ Fault("eject")      \* T7c: a signal requests another run
          /\ row' = Moved("READY") /\ permits' = permits + 1 /\ UNCHANGED next
     \/ row.st = "READY" /\ Fault("edit")        \* T4b: a new payload
          /\ row' = [Moved("READY") EXCEPT !.data = next]
          /\ next' = next + 1 /\ UNCHANGED permits
     \/ row.st \in {"READY", "RUNNING", "ERROR"} /\ Fault("cancel")      \* T12
          /\ row' = Moved("CANCELLED") /\ UNCHANGED <<next, permits>>
     \/ row.st = "ERROR" /\ Fault("person")                                     \* T11
          /\ row' = Moved("READY") /\ permits' = permits + 1 /\ UNCHANGED next
  /\ UNCHANGED <<old, mem, wire, plan, inc, starts, harm>>

(* `old` follows the row at any time; a failover restores it.  Later commits, both
   versions and effects, are lost. *)
Replicate ==
  /\ "rewind" \in Kinds /\ budget > 0 /\ old # row
  /\ old' = row
  /\ UNCHANGED <<row, mem, wire, plan, inc, next, budget, starts, permits, harm>>
Rewind ==
  /\ old # row /\ Fault("rewind")
  /\ row' = old
  /\ UNCHANGED <<old, mem, wire, plan, inc, next, starts, permits, harm>>

(*------------------------------ all actions ------------------------------*)
AnyClaim   == \E n \in Nodes : Claim(n)
AnyStart   == \E a \in mem : Start(a)
AnySend    == \E a \in mem : Send(a)
AnyApply   == \E m \in wire : Apply(m, FALSE, TRUE)
AnyRelease == \E n \in Nodes : ReadUnknown(n)

Next ==
  \/ Add \/ Forget \/ AnyClaim \/ AnyStart \/ AnySend \/ AnyRelease \/ ReadEnded \/ Write
  \/ Foreign \/ Replicate \/ Rewind
  \/ \E kept \in BOOLEAN : LeaseEnds(kept)
  \/ \E n \in Nodes : AddBorn(n) \/ RollBackBorn(n) \/ Crash(n)
  \/ \E a \in mem : LoseReply(a) \/ HandBack(a) \/ Renew(a) \/ GetStuck(a)
  \/ \E m \in wire, stays, answered \in BOOLEAN : Apply(m, stays, answered)

Spec == Init /\ [][Next]_vars
(* Fair: the actions of a node itself.  Faults have a budget, so they stop. *)
FairSpec ==
  Spec /\ WF_vars(AnyClaim) /\ WF_vars(AnyStart) /\ WF_vars(AnySend) /\ WF_vars(AnyApply)
       /\ WF_vars(AnyRelease) /\ WF_vars(LeaseEnds(FALSE)) /\ WF_vars(ReadEnded) /\ WF_vars(Write)

Symmetry == Permutations(Nodes)

(*------------------------------ guarantees ---------------------------------*)
TypeOK ==
  /\ row.st \in {"none", "READY", "RUNNING", "ERROR"} \cup Finished
  /\ row.st # "RUNNING" => row.owner = Nobody /\ ~row.live
  /\ \A a \in mem : a.st \in {"asked", "running", "stuck", "ended"} /\ a.claim < next
  /\ budget \in 0..Budget

OneValidHolder      == Cardinality({x.claim : x \in {y \in mem \cup wire : Fits(y)}}) <= 1
OnlyHolderCompletes == "stolen" \notin harm
NoStaleData         == "stale data" \notin harm
HolderNeverRefused  == "refused" \notin harm
NoGhostStart        == "ghost" \notin harm
EffectExactlyOnce   == row.eff <= 1 /\ (row.st = "DONE" <=> row.eff = 1)

(* Without rewind. *)
NeverResurrected == [][row.st \in Finished => row'.st \in Finished]_vars
NoUnaskedStart   == OnLost = "ERROR" => starts <= permits
(* Without faults. *)
NoAlarmBeforeStart == row.st = "ERROR" => starts > 0

(* Nothing is lost.  ERROR counts as an end: an operator is notified.  A failover may
   remove the row; the caller may add it again. *)
Unsettled == row.st \in {"READY", "RUNNING"}
Settles   == Unsettled ~> ~Unsettled

(*------------------------------ over-promises ------------------------------*)
AtMostOneRunning     == Cardinality({a \in mem : a.st = "running"}) <= 1
OtherEffectsAtMostOnce == starts <= 1
==============================================================================
