package dev.baton.spi.mail;

import dev.baton.task.row.Task;
import dev.baton.task.rule.SignalNote;
import dev.baton.task.rule.Transition;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Stores the signals that handlers await by name, for a store without transactions. A task's
 * signals and waits are its mail. Each change is one compare-and-set of the task and of its mail. A
 * store with transactions implements {@link dev.baton.spi.TransactionalNoteStore} instead.
 * Thread-safe.
 *
 * <p>The mail of a task is handled like its {@linkplain dev.baton.spi.NoteStore notes}: it is
 * pruned with them, and deleted when a finished task runs again. A task never gets the mail of an
 * earlier task with the same id. The end of a run deletes {@linkplain dev.baton.spi.RunNotes#read
 * the signals that were read}.
 */
public interface MailboxStore {

  /**
   * Returns the signals that were sent to a task by name, and its waits for them.
   *
   * @throws dev.baton.api.error.StoreUnavailableException if the mail can't be read
   */
  Mail mail(UUID task);

  /**
   * Makes this change in one atomic step, if the task is unchanged since it was read, except for
   * its next event time, and its mail still has that revision.
   *
   * @return whether the change was made; if not, nothing was written, and the caller may read the
   *     task and its mail again and decide again
   * @throws dev.baton.api.error.StoreUnavailableException if it isn't known whether the change was
   *     made
   */
  boolean apply(MailChange change);

  /**
   * The stored signals and waits of a task.
   *
   * @param revision a number that is different after each change of the mail
   */
  record Mail(long revision, List<SignalNote> notes) {}

  /**
   * A change of a live task and of its mail.
   *
   * @param seen the task, as it was read
   * @param revision the revision of the mail, as it was read
   * @param transition the transition of the task; null to leave the task unchanged
   * @param kept the signal or wait to store; null for none. A wait replaces the stored wait with
   *     the same name and number. If a wait is stored together with a transition, the store sets
   *     its end to the time at which the transition makes the task due, by the store's clock
   */
  record MailChange(
      Task seen, long revision, @Nullable Transition transition, @Nullable SignalNote kept) {}
}
