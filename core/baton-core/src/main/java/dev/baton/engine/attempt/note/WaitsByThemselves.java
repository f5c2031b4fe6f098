package dev.baton.engine.attempt.note;

import dev.baton.api.error.LeaseLostException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.engine.base.NodeContext;
import dev.baton.engine.complete.Completion;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.spi.mail.MailboxStore;
import dev.baton.spi.mail.MailboxStore.Mail;
import dev.baton.spi.mail.MailboxStore.MailChange;
import dev.baton.task.row.Task;
import dev.baton.task.rule.Mailbox;
import dev.baton.task.rule.SignalNote;
import dev.baton.task.rule.Transition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stores waits on a store without transactions. It reads the task's signals and waits, and writes
 * with compare-and-set. If another change was written in between, it reads again.
 */
final class WaitsByThemselves extends SignalWaits {
  private static final int MAX_TRIES = 100;

  private final MailboxStore mailboxes;

  WaitsByThemselves(NodeContext node, NotedAttempt attempt, MailboxStore mailboxes) {
    super(node, attempt);
    this.mailboxes = mailboxes;
  }

  /** Returns the current task if this attempt still owns it. */
  private Optional<Task> held() {
    return node.lookups().find(attempt.taskId()).filter(this::isOurs);
  }

  @Override
  Mailbox.Answer timedOut(SignalNote over) {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      Task now = held().orElseThrow(() -> new LeaseLostException(attempt.taskId()));
      Mail mail = mailboxes.mail(attempt.taskId());
      Mailbox.Answer answer = Mailbox.of(mail.notes()).answer(over.name(), over.number());
      if (!answer.isOpen()) {
        return answer;
      }
      if (mailboxes.apply(new MailChange(now, mail.revision(), null, over))) {
        return Mailbox.Answer.OVER;
      }
    }
    throw changedEachTime();
  }

  @Override
  Verdict park(Transition parked) {
    Pending wait = lasting();
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      Task now = held().orElse(null);
      if (now == null) {
        return Verdict.STALE;
      }
      Mail mail = mailboxes.mail(attempt.taskId());
      Mailbox.Answer answer = Mailbox.of(mail.notes()).answer(wait.name(), wait.number());
      if (!answer.isOpen()) {
        throw new Completion.ReplacedException(woken());
      }
      @Nullable SignalNote kept =
          answer.until() == null
              ? SignalNote.waits(wait.name(), wait.number(), Instant.EPOCH)
              : null;
      if (mailboxes.apply(new MailChange(now, mail.revision(), parked, kept))) {
        return Verdict.APPLIED;
      }
    }
    throw changedEachTime();
  }

  private StoreUnavailableException changedEachTime() {
    return new StoreUnavailableException(
        "Signals of task " + attempt.taskId() + " came at each try to store a wait");
  }

  @Override
  List<SignalNote> read(boolean all) {
    return over(mailboxes.mail(attempt.taskId()).notes(), all);
  }
}
