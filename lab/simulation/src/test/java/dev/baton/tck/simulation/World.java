package dev.baton.tck.simulation;

import dev.baton.api.AddResult;
import dev.baton.api.TaskRequest;
import dev.baton.api.Transaction;
import dev.baton.handler.Attempt;
import dev.baton.spi.TaskStore;
import dev.baton.task.rule.Transition;
import dev.baton.tck.StoreWrapper;
import dev.baton.tck.simulation.sql.SqlDatabase;
import dev.baton.tck.simulation.sql.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** All parts of one experiment except its nodes. */
final class World {
  static final Duration TERM = Duration.ofSeconds(2);
  private static final int FEWEST_CONNECTIONS = 3;
  private static final int MANY_CONNECTIONS = 10;
  private static final double DRIVER_MISHAPS = 0.003;

  private final Simulation simulation;
  private final Scenario scenario;
  private final Sabotage sabotage;
  private final SimulatedDatabase database;
  private final SimulatedChannel.Network network = new SimulatedChannel.Network();
  private final Ground ground;
  private final Violations violations;
  private final Types types;
  private final History history;
  private final Runs runs;
  private final Effects effects;
  private final PauseCheck pauses;
  private final LimitCheck limits;
  private final ClearedCheck cleared;
  private final ClientCheck clients;
  private final WaitCheck waits;
  private final OrderCheck orders;
  private final FairCheck turns;
  private final TalkCheck talks;
  private final Bank bank;
  private final MergeCheck merges;
  private final boolean hasNotes;
  private final boolean isCore;
  private final TickCheck ticks;
  private final StepCheck steps;
  private final WorkCheck work;
  private final MailCheck mail;
  private final BucketCheck buckets;
  private final List<Member> members = new ArrayList<>();
  private Duration eachWrite = Duration.ZERO;
  private boolean takesTurns;
  private boolean hasWork;
  private Torment torment = Torment.NONE;
  private Chance mishaps = new Chance(0);
  private final Map<Trouble, Integer> met = new EnumMap<>(Trouble.class);
  private long mostSteps = Long.MAX_VALUE;
  private boolean calm;

  World(Simulation simulation, Scenario scenario, Sabotage sabotage, Ground.Kind kind) {
    this.simulation = simulation;
    this.scenario = scenario;
    this.sabotage = sabotage;
    ground = kind.open(simulation, sabotage);
    database = ground.database();
    hasNotes = kind.hasNotes() || hasTables();
    isCore = kind.isCore();
    violations = new Violations(simulation);
    types = new Types(scenario.settings().maxRunning(), scenario.deadline());
    history = new History(database);
    boolean nobodyFalls = scenario.mood() != Scenario.Mood.WILD;
    pauses = new PauseCheck(violations, simulation, history);
    waits = new WaitCheck(violations, database, isCore, task -> work().mayBeCancelled(task));
    clients = new ClientCheck(violations, waits);
    orders = new OrderCheck(violations, database, history, waits);
    turns = FairCheck.of(violations, database, scenario);
    talks = new TalkCheck(violations);
    bank = new Bank(violations, history);
    steps = new StepCheck(violations, history);
    work = new WorkCheck(violations, steps, simulation, history, this::met);
    ticks = new TickCheck(violations, database, scenario);
    buckets = new BucketCheck(violations);
    runs = new Runs(violations, database, history, types, nobodyFalls, pauses, buckets);
    effects = new Effects(violations, database, history, runs);
    if (scenario.flood() && database instanceof SqlDatabase tables) {
      tables.isFar();
    }
    database.refuse(Handlers.UNSTORABLE);
    database.watch(history);
    database.watch(pauses);
    history.add(pauses);
    history.add(clients);
    history.add(ticks);
    history.add(talks);
    history.add(bank);
    history.add(new RowRules(violations, history, runs, waits, nobodyFalls));
    history.add(new RenewalCheck(violations, history, runs, types, simulation));
    history.add(new UniqueCheck(violations, history));
    merges = new MergeCheck(violations, history);
    history.add(merges);
    history.add(steps);
    history.add(work);
    mail = new MailCheck(violations, history, steps);
    history.add(mail);
    cleared = new ClearedCheck(violations, history);
    history.add(cleared);
    limits = new LimitCheck(violations, history, database, isCore);
    database.watch(limits);
    history.add(limits);
    history.add(effects);
    history.add(waits);
    history.add(orders);
  }

  Simulation simulation() {
    return simulation;
  }

  Scenario scenario() {
    return scenario;
  }

  Sabotage sabotage() {
    return sabotage;
  }

  SimulatedDatabase database() {
    return database;
  }

  SimulatedChannel.Network network() {
    return network;
  }

  Ground ground() {
    return ground;
  }

  Violations violations() {
    return violations;
  }

  Types types() {
    return types;
  }

  History history() {
    return history;
  }

  Runs runs() {
    return runs;
  }

  LimitCheck limits() {
    return limits;
  }

  ClearedCheck cleared() {
    return cleared;
  }

  PauseCheck pauses() {
    return pauses;
  }

  ClientCheck clients() {
    return clients;
  }

  OrderCheck orders() {
    return orders;
  }

  WaitCheck waits() {
    return waits;
  }

  FairCheck turns() {
    return turns;
  }

  TalkCheck talks() {
    return talks;
  }

  Bank bank() {
    return bank;
  }

  MergeCheck merges() {
    return merges;
  }

  TickCheck ticks() {
    return ticks;
  }

  BucketCheck buckets() {
    return buckets;
  }

  MailCheck mail() {
    return mail;
  }

  StepCheck steps() {
    return steps;
  }

  WorkCheck work() {
    return work;
  }

  /** Sets whether there are workflows. */
  void hasWork(boolean some) {
    hasWork = some;
  }

  boolean hasWork() {
    return hasWork;
  }

  /** Returns whether the database has tables, and the features that need them. */
  boolean hasTables() {
    return database instanceof SqlDatabase;
  }

  /** Returns whether the store has no transactions, and no features that need them. */
  boolean isCore() {
    return isCore;
  }

  /** Returns whether attempts keep steps and await signals. */
  boolean hasNotes() {
    return hasNotes;
  }

  Effects effects() {
    return effects;
  }

  /** Returns the places of the cluster. Each has a node, or none for a while. */
  List<Member> members() {
    return members;
  }

  /** Sets the time to write the outcome of one task, as for triggers, replicas or disks. */
  void writesEachIn(Duration time) {
    eachWrite = time;
  }

  /** Sets whether there is a type whose keys take turns. */
  void takesTurns(boolean some) {
    takesTurns = some;
  }

  boolean takesTurns() {
    return takesTurns;
  }

  /** Sets the special fault of this world. */
  void torment(Torment one) {
    torment = one;
    switch (one) {
      case CLOCK_JUMPS -> database.mayPutClock();
      case THROWN -> {
        mishaps = simulation.chance().split();
        database.mishaps((node, what) -> mishap(node, what, DRIVER_MISHAPS));
      }
      default -> {}
    }
  }

  Torment torment() {
    return torment;
  }

  /**
   * Throws any exception, with this probability, in worlds where code that the engine calls may
   * throw.
   */
  void mishap(SimulatedNode node, String what, double probability) {
    if (torment == Torment.THROWN
        && !calm
        && LogSeam.isEngine()
        && node.isRunning()
        && mishaps.happens(probability)) {
      met(Trouble.THROWN);
      simulation.line(() -> "a broken " + what + " throws");
      Mishap.any(mishaps, "a broken " + what);
    }
  }

  /**
   * Returns whether payloads of the type are removed when tasks end. The same seeds do this that
   * have turns.
   */
  boolean clears(String type) {
    return takesTurns && ClearedCheck.TYPES.contains(type);
  }

  /** Wraps the store so that its writes take the set time. */
  TaskStore writesSlowly(TaskStore store) {
    return new StoreWrapper(store) {
      @Override
      public List<Boolean> apply(List<Transition> transitions) {
        write(transitions.size());
        return super.apply(transitions);
      }

      @Override
      public List<Verdict> tryApply(List<Transition> transitions) {
        write(transitions.size());
        // Calls the store directly: the default method would wait for rows that others have locked.
        return real.tryApply(transitions);
      }

      @Override
      public Verdict tryApply(Transaction transaction, Transition transition) {
        return real.tryApply(transaction, transition);
      }
    };
  }

  private void write(int tasks) {
    if (!eachWrite.isZero()) {
      simulation.pass(eachWrite.multipliedBy(tasks));
    }
  }

  /** Counts a fault that occurred; for a real database also in the sum of all its experiments. */
  void met(Trouble trouble) {
    met.merge(trouble, 1, Integer::sum);
    if (database instanceof SqlDatabase tables) {
      tables.met(trouble);
    }
  }

  /** Returns the faults that the statements of a real database don't produce. */
  Map<Trouble, Integer> met() {
    if (database.failedCalls() > 0) {
      met.put(Trouble.VERB_FAILED, (int) database.failedCalls());
    }
    return met;
  }

  /** Makes a real database as difficult as possible. */
  void hardenTables(Chance chance) {
    if (database instanceof SqlDatabase tables) {
      tables.anyIsolation(chance);
      if (chance.happens(0.5)) {
        tables.connectionsEach(chance.between(FEWEST_CONNECTIONS, MANY_CONNECTIONS));
      }
    }
  }

  /** Ends the experiment after this number of steps, in any state. */
  void endAfter(long steps) {
    mostSteps = steps;
  }

  /** Returns whether the run can find nothing more. */
  boolean isOver() {
    return violations.any() || simulation.steps() > mostSteps;
  }

  /** Returns whether the faults have ended. */
  boolean isCalm() {
    return calm;
  }

  void calmDown() {
    simulation.line(() -> "the faults end here");
    calm = true;
    database.faults(Faults.none());
    eachWrite = Duration.ZERO;
    database.comeBack();
    if (database instanceof SqlDatabase tables) {
      tables.connectionsEach(Integer.MAX_VALUE);
    }
  }

  /** Waits for other tasks, where tasks can, and for signals. */
  void awaitWhatItNeeds(Attempt attempt) throws Exception {
    attempt.waitedFor();
    mail.await(attempt);
  }

  /** Writes an effect of the application, which must exist exactly if the transaction commits. */
  void effect(SimulatedNode node, Transaction transaction, String name) {
    if (node.isDead()) {
      throw new SimulatedCrash(node.name());
    }
    if (sabotage.effectsApart()) {
      database.effectApart(name);
    } else {
      database.effect(transaction, name);
    }
  }

  /** Adds a task inside a handler's transaction. */
  void addInside(SimulatedNode node, Transaction transaction, TaskRequest<?, ?> request) {
    for (Member member : members) {
      if (member.is(node)) {
        AddResult added = member.baton().tasks().add(transaction, request);
        transaction.onEnd(
            end -> {
              if (end == Transaction.End.ROLLED_BACK && !node.isDead()) {
                runs.neverWas(added.taskId());
              }
            });
      }
    }
  }
}
