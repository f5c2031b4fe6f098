------------------------------- MODULE Shards --------------------------------
(***************************************************************************)
(* ONE shard of the store on Cassandra: a partition whose rows are changed *)
(* by a compare-and-set of its epoch. A change reads the epoch serially,   *)
(* reads the rows, decides, and writes if the epoch has not changed. A     *)
(* compare-and-set may be applied without a response, also later. One      *)
(* plain read may show a change that was decided but has not reached most  *)
(* replicas (~learned), and the next read may not. A serial read or the    *)
(* next compare-and-set brings it to them first.                           *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
  Nodes,   \* each node believes that it may write the shard
  Kept,    \* the number of ids of the last changes that the shard keeps
  Changes, \* compare-and-sets that are sent, in total
  Losses,  \* responses that may be lost, in total
  Bug      \* "none", or the one deliberate mistake of this check

VARIABLES
  epoch, writes, \* the shard's static columns: ids of the last changes, the latest first
  row,           \* the row of its one task: its status, and the id of the claim that holds it
  old, learned,  \* the row before the last change; whether most replicas have the last change
  turn,          \* each node's current change
  flight,        \* compare-and-sets that may still be applied
  run,           \* claims that a node believes it has, <<version, id>>
  over,          \* claims that the sweeper released or ended
  told,          \* the results that callers got: <<id, verb, answer>>
  applied,       \* ids of all changes that were applied
  next, losses   \* the next id; lost responses
vars == <<epoch, writes, row, old, learned, turn, flight, run, over, told, applied, next, losses>>

NoRow   == [status |-> "none", by |-> 0]
Idle    == [at |-> "idle", verb |-> "", base |-> 0, row |-> NoRow, ids |-> {}, fence |-> 0]
Verbs   == {"add", "claim", "sweep"}
Last(s) == IF Len(s) > Kept THEN SubSeq(s, 1, Kept) ELSE s
Set(s)  == {s[i] : i \in 1..Len(s)}

Init ==
  /\ epoch = 0 /\ writes = <<>> /\ row = NoRow /\ old = NoRow /\ learned = TRUE
  /\ turn = [n \in Nodes |-> Idle] /\ flight = {} /\ run = {} /\ over = {}
  /\ told = {} /\ applied = {} /\ next = 1 /\ losses = 0

Turn(n, t) == turn' = [turn EXCEPT ![n] = t]
At(n, step) == turn[n].at = step

Row == IF learned THEN {row} ELSE {row, old} \* The rows that a plain read may find,
Epoch == IF learned THEN {epoch} ELSE {epoch, epoch - 1} \* and the epochs.

Fits(t, r) == CASE t.verb = "add"      -> r.status = "none"
                [] t.verb = "claim"    -> r.status = "ready"
                [] t.verb = "sweep"    -> r.status = "held"
                [] t.verb = "complete" -> r.status = "held" /\ r.by = t.fence
Result(t)  == CASE t.verb = "claim"    -> [status |-> "held", by |-> next]
                [] t.verb = "complete" -> [status |-> "done", by |-> t.fence]
                [] OTHER               -> [status |-> "ready", by |-> 0]

(* Reads the epoch. *)
Wants(n, verb, fence) ==
  /\ At(n, "idle") /\ next <= Changes
  /\ \E e \in (IF Bug = "plain epoch" THEN Epoch ELSE {epoch}),
        r \in (IF Bug = "rows before the epoch" THEN Row ELSE {NoRow}) :
       Turn(n, [Idle EXCEPT !.at = "begun", !.verb = verb, !.fence = fence, !.base = e, !.row = r])
  /\ learned' = (learned \/ Bug \notin {"plain epoch", "rows before the epoch"})
  /\ UNCHANGED <<epoch, writes, row, old, flight, run, over, told, applied, next, losses>>
Begin(n)    == \E verb \in Verbs : Wants(n, verb, 0)
Complete(n) == \E c \in run : Wants(n, "complete", c[2])

(* Reads the row and decides.  While another change may still be applied, "nothing to do" is no result. *)
Decide(n, t, r) ==
  IF Fits(t, r)
    THEN /\ next <= Changes
         /\ flight' = flight \cup {[id |-> next, base |-> t.base, row |-> Result(t),
                                    ends |-> IF t.verb = "sweep" THEN {r.by} ELSE {}]}
         /\ Turn(n, [t EXCEPT !.at = "sent", !.row = NoRow, !.ids = @ \cup {next}])
         /\ next' = next + 1 /\ UNCHANGED told
    ELSE /\ IF t.ids = {} \/ Bug = "declines while unknown"
              THEN Turn(n, Idle) /\ told' = told \cup {<<id, t.verb, "refused">> : id \in t.ids}
              ELSE Turn(n, [t EXCEPT !.at = "unknown", !.row = NoRow]) /\ UNCHANGED told
         /\ UNCHANGED <<flight, next>>

Send(n) ==
  /\ At(n, "begun")
  /\ LET t == turn[n] IN
       IF Bug = "rows before the epoch"
         THEN Decide(n, [t EXCEPT !.base = epoch], t.row)
         ELSE \E r \in Row : Decide(n, t, r)
  /\ UNCHANGED <<epoch, writes, row, old, learned, run, over, applied, losses>>

Apply(f) ==
  /\ f.base = epoch \/ Bug = "no comparison"
  /\ epoch' = epoch + 1 /\ writes' = Last(<<f.id>> \o writes)
  /\ row' = f.row /\ old' = row /\ learned' = FALSE
  /\ over' = over \cup f.ends /\ applied' = applied \cup {f.id}
  /\ flight' = flight \ {f}
  /\ UNCHANGED <<turn, run, told, next, losses>>

Version(t) == t.base + 1
(* The caller gets the result that this change was applied. *)
Succeed(n, id) ==
  /\ told' = told \cup {<<id, turn[n].verb, "applied">>}
  /\ run' = CASE turn[n].verb = "claim"    -> run \cup {<<Version(turn[n]), id>>}
              [] turn[n].verb = "complete" -> {c \in run : c[2] # turn[n].fence}
              [] OTHER                     -> run
  /\ Turn(n, Idle)

(* The caller gets the result that no change was applied. *)
Refuse(n) ==
  /\ told' = told \cup {<<id, turn[n].verb, "refused">> : id \in turn[n].ids}
  /\ Turn(n, Idle) /\ UNCHANGED run

GiveUp(n) == Turn(n, Idle) /\ UNCHANGED <<run, told>>

Latest(ids) == CHOOSE id \in ids : \A other \in ids : other <= id

AnswerYes(n) ==
  /\ At(n, "sent") /\ Latest(turn[n].ids) \in applied
  /\ Succeed(n, Latest(turn[n].ids))
  \* Most replicas have the change when the response comes.
  /\ learned' = (learned \/ writes[1] = Latest(turn[n].ids))
  /\ UNCHANGED <<epoch, writes, row, old, flight, over, applied, next, losses>>

AnswerNo(n) ==
  /\ At(n, "sent") /\ epoch # turn[n].base
  /\ Latest(turn[n].ids) \notin applied
  /\ LET dead == Latest(turn[n].ids) IN
       /\ flight' = {f \in flight : f.id # dead}
       /\ IF turn[n].ids = {dead}
            THEN Refuse(n)
            ELSE Turn(n, [turn[n] EXCEPT !.at = "unknown"]) /\ UNCHANGED <<run, told>>
  /\ UNCHANGED <<epoch, writes, row, old, learned, over, applied, next, losses>>

Lose(n) ==
  /\ At(n, "sent") /\ losses < Losses
  /\ losses' = losses + 1
  /\ Turn(n, [turn[n] EXCEPT !.at = "unknown"])
  /\ UNCHANGED <<epoch, writes, row, old, learned, flight, run, over, told, applied, next>>

(* A serial read of the static columns shows whether the change was applied. *)
Judge(n) ==
  /\ At(n, "unknown")
  /\ learned' = TRUE
  /\ LET t == turn[n] IN
       IF t.ids \cap Set(writes) # {}
         THEN Succeed(n, Latest(t.ids \cap Set(writes)))
         ELSE IF epoch = t.base
           THEN IF Bug = "unmoved is refused" THEN Refuse(n)
                ELSE Turn(n, [t EXCEPT !.at = "begun"]) /\ UNCHANGED <<run, told>>
           ELSE IF epoch - t.base <= Kept \/ Bug = "forgotten is refused" THEN Refuse(n)
                ELSE GiveUp(n)
  /\ UNCHANGED <<epoch, writes, row, old, flight, over, applied, next, losses>>

Next == \/ \E n \in Nodes : Begin(n) \/ Complete(n) \/ Send(n) \/ AnswerYes(n)
                              \/ AnswerNo(n) \/ Lose(n) \/ Judge(n)
        \/ \E f \in flight : Apply(f)
Spec == Init /\ [][Next]_vars

Symmetry == Permutations(Nodes)

(* At most one of the acknowledged claims is neither over nor done. *)
HeldOnce        == Cardinality({c \in run : c[2] \notin over}) <= 1
VersionOnce     == \A c, d \in run : c[1] = d[1] => c = d
Says(verb)      == \E x \in told : x[2] = verb /\ x[3] = "applied"
NothingLost     == /\ Says("add") => row.status # "none"
                   /\ Says("complete") => row.status = "done"
ToldNoMeansNo   == \A x \in told : x[3] = "refused" => x[1] \notin applied
ToldYesMeansYes == \A x \in told : x[3] = "applied" => x[1] \in applied
==============================================================================
