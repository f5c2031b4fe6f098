package dev.baton.engine.base;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.cluster.LogNames;
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
 * What every part of one node's engine is given: its name, its settings, its seams.
 *
 * @param owners names this start of the node and numbers its claims
 * @param stores where the node's tasks live
 * @param clock what the time is there
 * @param pauses what must not be started now
 * @param logNames what log lines say of their tasks
 * @param codec writes and reads the values of types that name no codec
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
    LogNames logNames,
    Supplier<PayloadCodec> codec) {

  /** Names tasks in the lines about them. */
  public TaskLog taskLog() {
    return new TaskLog(logNames);
  }

  /**
   * Claims tasks within limits of the cluster.
   *
   * @throws dev.baton.api.error.ConfigurationException without that capability
   */
  public LimitStore limits() {
    LimitStore limits = stores().limits();
    if (limits == null) {
      throw Capability.LIMITS.missing("A policy that asks for permits", "Take limits of a node");
    }
    return limits;
  }

  /** Knows what tasks wait for; without that capability they wait for nothing. */
  public WaitStore waits() {
    WaitStore waits = stores().waits();
    return waits == null ? WaitStore.none() : waits;
  }

  /**
   * Writes in a caller's transaction.
   *
   * @param what needs it, for people
   * @throws dev.baton.api.error.ConfigurationException without that capability
   */
  public TransactionalStore transactional(String what) {
    TransactionalStore transactional = stores().transactional();
    if (transactional == null) {
      throw Capability.TRANSACTIONS.missing(what, "Do without the transaction");
    }
    return transactional;
  }

  /** What was sent to a task by name, as it is committed; nothing without the capability. */
  public Mailbox mailbox(UUID task) {
    TransactionalNoteStore notes = stores().transactionalNotes();
    MailboxStore mailboxes = stores().mailboxes();
    if (notes != null) {
      return Mailbox.of(notes.signalNotes(null, task));
    }
    return Mailbox.of(mailboxes == null ? List.of() : mailboxes.mail(task).notes());
  }

  /** Writes tasks. */
  public TaskWriter writer() {
    return stores().core();
  }

  /** Claims tasks and keeps what is claimed. */
  public TaskClaims claims() {
    return stores().core();
  }

  /** Reads ready tasks. */
  public ReadyTasks ready() {
    return stores().core();
  }

  /** Does what the leading node does for all. */
  public TaskSweeps sweeps() {
    return stores().core();
  }

  /** Tells what weakens the store. */
  public StoreReports reports() {
    return stores().core();
  }

  /** Reads single tasks. */
  public TaskLookups lookups() {
    return stores().core();
  }
}
