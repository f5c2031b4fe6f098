package dev.baton.spi.mail;

import dev.baton.task.internal.Task;
import dev.baton.task.rule.SignalNote;
import dev.baton.task.rule.Transition;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Keeps signals that handlers await by their names, beside the notes of a store without
 * transactions: each change is one compare-and-set of the task and of its mail. A store with
 * transactions is a {@link dev.baton.spi.TransactionalNoteStore} instead. Thread-safe.
 *
 * <p>The mail of a task goes with its notes: it is pruned with them, running a finished task again
 * forgets it, and a task has none of the mail of another that had its id before. The end of a run
 * forgets {@linkplain dev.baton.spi.RunNotes#read what was read}.
 */
public interface MailboxStore {

  /**
   * The signals that were sent to a task by their names, and its waits for them.
   *
   * @throws dev.baton.api.error.StoreUnavailableException when they can't be read
   */
  Mail mail(UUID task);

  /**
   * Makes this change in one step, if the task is as it was seen but for its next event, and its
   * mail is still of that revision.
   *
   * @return whether it was made; if not, nothing was, and it may be decided on again
   * @throws dev.baton.api.error.StoreUnavailableException when it isn't known whether it was
   */
  boolean apply(MailChange change);

  /**
   * What is noted of a task's signals.
   *
   * @param revision another one after each change of it
   */
  record Mail(long revision, List<SignalNote> notes) {}

  /**
   * A change of a live task and of its mail.
   *
   * @param seen the task as it was read
   * @param revision of the mail, as it was read
   * @param transition of the task; null to leave it
   * @param kept a signal, or a wait in place of the same one; null for none. A wait that is kept
   *     with a transition lasts until the task is then due, whatever time it names: the store's
   *     clock counts
   */
  record MailChange(
      Task seen, long revision, @Nullable Transition transition, @Nullable SignalNote kept) {}
}
