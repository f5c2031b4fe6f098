------------------------------ MODULE UniqueKey ------------------------------
(***************************************************************************)
(* ONE unique key of the store on Cassandra. A separate partition stores   *)
(* which add has the key; the tasks are rows of shards. An add registers   *)
(* its token for the key, then inserts its task, and may stop anywhere. An *)
(* add that finds the key registered to a missing task refuses that token  *)
(* in the shard, where a late insert reads the refusal. Then it replaces   *)
(* the registration. A statement on the key is a compare-and-set that may  *)
(* be applied at any time after it was sent. A statement on a shard is one *)
(* step: module Shards explains why.                                       *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
  Adds, \* each has its own token, and its own task with an id
  Free, \* a key without an owner
  Bug   \* "none", or the one deliberate mistake of this check

VARIABLES
  key,     \* the add that has the key
  row,     \* each add's task: none, live, done
  refused, \* tokens whose insert is refused
  add,     \* the step of each add, and the add it conflicts with; it may stay there forever
  flight,  \* statements on the key that may still be applied, <<from, to>>
  told     \* adds whose caller got the result that the task was added
vars == <<key, row, refused, add, flight, told>>

Init ==
  /\ key = Free /\ refused = {} /\ flight = {} /\ told = {}
  /\ row = [a \in Adds |-> "none"]
  /\ add = [a \in Adds |-> [at |-> "new", met |-> Free]]

At(a, step)     == add[a].at = step
Go(a, step, b)  == add' = [add EXCEPT ![a] = [at |-> step, met |-> b]]
Send(from, to)  == flight' = flight \cup {<<from, to>>}

Register(a) ==
  /\ At(a, "new")
  /\ Send(Free, a) /\ Go(a, "asked", Free)
  /\ UNCHANGED <<key, row, refused, told>>

Apply(f) ==
  /\ flight' = flight \ {f}
  /\ key' = IF key = f[1] \/ (Bug = "replaced whoever has it" /\ f[1] # Free) THEN f[2] ELSE key
  /\ UNCHANGED <<row, refused, add, told>>

(* Whatever the response was, a serial read shows which add has the key. *)
Look(a) ==
  /\ At(a, "asked")
  /\ CASE key = a    -> Go(a, "mine", Free)
       [] key = Free -> Go(a, "new", Free)
       [] OTHER      -> Go(a, "met", key)
  /\ UNCHANGED <<key, row, refused, flight, told>>

Insert(a) ==
  /\ At(a, "mine")
  /\ IF a \in refused
       THEN Go(a, "over", Free) /\ UNCHANGED <<row, told>>
       ELSE /\ row' = [row EXCEPT ![a] = "live"] /\ told' = told \cup {a}
            /\ Go(a, "added", Free)
  /\ UNCHANGED <<key, refused, flight>>

(* Reads the task of the add that has the key.  The refusal is one compare-and-set of a shard without that task. *)
Meet(a) ==
  /\ At(a, "met")
  /\ LET b == add[a].met IN
       CASE row[b] = "live" -> Go(a, "over", Free) /\ UNCHANGED <<flight, refused>>
         [] row[b] = "done" -> Go(a, "asked", Free) /\ Send(b, a) /\ UNCHANGED refused
         [] OTHER -> /\ Go(a, "asked", Free) /\ Send(b, a)
                     /\ refused' = IF Bug = "replaced without refusal" THEN refused ELSE refused \cup {b}
  /\ UNCHANGED <<key, row, told>>

(* The key is free after the task's end, or never, if the node that ended it crashes here. *)
Finish(a) ==
  /\ row[a] = "live"
  /\ row' = [row EXCEPT ![a] = "done"]
  /\ UNCHANGED <<key, refused, add, flight, told>>
FreeIt(a) ==
  /\ row[a] = "done" \/ (Bug = "freed before the end" /\ row[a] = "live")
  /\ At(a, "added") /\ Go(a, "over", Free)
  /\ key' = IF key = a THEN Free ELSE key
  /\ UNCHANGED <<row, refused, flight, told>>

Next == \/ \E a \in Adds : Register(a) \/ Look(a) \/ Insert(a) \/ Meet(a) \/ Finish(a) \/ FreeIt(a)
        \/ \E f \in flight : Apply(f)
Spec == Init /\ [][Next]_vars

Symmetry == Permutations(Adds)

OneLiveTask  == Cardinality({a \in Adds : row[a] = "live"}) <= 1
KeyNamesLive == \A a \in Adds : row[a] = "live" => key = a
AddedStays   == \A a \in told : row[a] # "none"
==============================================================================
