package dev.baton.engine.base;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.cluster.NodeSettings;
import dev.baton.spi.Capability;
import dev.baton.spi.LimitStore;
import dev.baton.spi.NodeRuntime;
import dev.baton.spi.Stores;
import dev.baton.spi.TransactionalNoteStore;
import dev.baton.spi.TransactionalStore;
import dev.baton.spi.Transactions;
import dev.baton.spi.WaitStore;
import dev.baton.spi.core.ReadyTasks;
import dev.baton.spi.core.StoreReports;
import dev.baton.spi.core.TaskClaims;
import dev.baton.spi.core.TaskLookups;
import dev.baton.spi.core.TaskSweeps;
import dev.baton.spi.core.TaskWriter;
import dev.baton.spi.mail.MailboxStore;
import dev.baton.task.rule.Mailbox;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The parts of one node that all classes of its engine use: settings, store, clock, events and the
 * seams to time and threads.
 *
 * @param owners the ids of this node's claims; they identify this start of the node
 * @param stores the store of the node's tasks
 * @param clock estimates the store's clock
 * @param pauses say which tasks must not start now
 * @param activity says whether the store has work
 * @param codec supplies the codec for types without their own
 */
public record NodeContext(
    Owners owners,
    NodeSettings settings,
    Definitions definitions,
    Stores stores,
    Transactions transactions,
    StoreClock clock,
    NodeRuntime runtime,
    Events events,
    Pauses pauses,
    Activity activity,
    Supplier<PayloadCodec> codec) {

  /** Returns the log context for lines about a task. */
  public TaskLog taskLog() {
    return new TaskLog(settings.logNames());
  }

  /**
   * Returns the store that claims tasks within cluster limits.
   *
   * @throws dev.baton.api.error.ConfigurationException if the store doesn't support cluster limits
   */
  public LimitStore limits() {
    LimitStore limits = stores().limits();
    if (limits == null) {
      throw Capability.LIMITS.missing("A policy that asks for permits", "Take limits of a node");
    }
    return limits;
  }

  /**
   * Returns the store that keeps which tasks wait for other tasks. If the store doesn't support
   * this, returns one in which no task waits.
   */
  public WaitStore waits() {
    WaitStore waits = stores().waits();
    return waits == null ? WaitStore.none() : waits;
  }

  /**
   * Returns the store that writes in a transaction of the caller.
   *
   * @param what the feature that needs it, for the error message
   * @throws dev.baton.api.error.ConfigurationException if the store doesn't support this
   */
  public TransactionalStore transactional(String what) {
    TransactionalStore transactional = stores().transactional();
    if (transactional == null) {
      throw Capability.TRANSACTIONS.missing(what, "Do without the transaction");
    }
    return transactional;
  }

  /**
   * Returns the named signals that were sent to the task and committed; none if the store doesn't
   * support them.
   */
  public Mailbox mailbox(UUID task) {
    TransactionalNoteStore notes = stores().transactionalNotes();
    MailboxStore mailboxes = stores().mailboxes();
    if (notes != null) {
      return Mailbox.of(notes.signalNotes(null, task));
    }
    return Mailbox.of(mailboxes == null ? List.of() : mailboxes.mail(task).notes());
  }

  /** Returns the same mailbox, but reads no values of signals if the store has transactions. */
  public Mailbox mailboxHeads(UUID task) {
    TransactionalNoteStore notes = stores().transactionalNotes();
    return notes == null ? mailbox(task) : Mailbox.of(notes.signalHeads(task));
  }

  /** Returns the seam that writes tasks. */
  public TaskWriter writer() {
    return stores().core();
  }

  /** Returns the seam that claims tasks and renews their leases. */
  public TaskClaims claims() {
    return stores().core();
  }

  /** Returns the seam that reads ready tasks. */
  public ReadyTasks ready() {
    return stores().core();
  }

  /** Returns the seam for the work that the leader does for all nodes. */
  public TaskSweeps sweeps() {
    return stores().core();
  }

  /** Returns the seam that reports weaknesses of the store. */
  public StoreReports reports() {
    return stores().core();
  }

  /** Returns the seam that reads single tasks. */
  public TaskLookups lookups() {
    return stores().core();
  }
}
