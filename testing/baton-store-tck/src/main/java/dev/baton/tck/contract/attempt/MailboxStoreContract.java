package dev.baton.tck.contract.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.AddResult;
import dev.baton.handler.AwaitsSignals;
import dev.baton.spi.NoteStore;
import dev.baton.spi.RunNotes;
import dev.baton.spi.core.TaskWriter.Verdict;
import dev.baton.spi.mail.MailboxStore;
import dev.baton.spi.mail.MailboxStore.MailChange;
import dev.baton.task.Bytes;
import dev.baton.task.Status;
import dev.baton.task.row.Task;
import dev.baton.task.row.When;
import dev.baton.task.rule.HolderRules;
import dev.baton.task.rule.SignalNote;
import dev.baton.task.rule.SignalRules;
import dev.baton.task.rule.Transition;
import dev.baton.tck.contract.CoreFixture;
import dev.baton.tck.contract.StoreScenario;
import dev.baton.tck.contract.TaskDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract of every store of awaited signals without transactions. */
public interface MailboxStoreContract extends CoreFixture {
  /** An arbitrary value. */
  Bytes VALUE = Bytes.of(new byte[] {0, 1, -1, 'x'});

  /** A signal. */
  SignalNote FIRST = new SignalNote(false, "a", 1, VALUE);

  /** Returns the mailbox store, next to the rows of {@link #store()}. */
  MailboxStore mailboxes();

  /** Returns the note store on the same rows. */
  NoteStore notes();

  @Test
  default void signalsAndWaitsAreKeptByNameAndNumberWithTheirValues() throws Exception {
    Task task = held();
    Task other = held();
    SignalNote tenth = new SignalNote(false, "a", 10, Bytes.of(""));
    SignalNote named = new SignalNote(false, "n".repeat(100), 1, VALUE);
    SignalNote wait = SignalNote.waits("a", 1, Instant.parse("2026-05-01T08:00:00Z"));
    for (SignalNote note : List.of(FIRST, tenth, named, wait, wait.over())) {
      assertThat(keep(task, note)).isTrue();
    }
    assertThat(mail(task)).containsExactlyInAnyOrder(FIRST, tenth, named, wait.over());
    assertThat(mail(other)).isEmpty();
    assertThat(given().find(task.id())).isEqualTo(task);
  }

  @Test
  @Tag("deep")
  default void asManySignalsAreKeptAsATaskMayHave() throws Exception {
    Task task = held();
    Bytes large = Bytes.of(new byte[AwaitsSignals.MAX_SIGNAL_BYTES]);
    List<SignalNote> all = new ArrayList<>();
    for (int i = 1; i <= AwaitsSignals.MAX_ALL_SIGNALS_BYTES / large.length(); i++) {
      all.add(new SignalNote(false, "a", i, large));
    }
    all.forEach(note -> assertThat(keep(task, note)).isTrue());
    assertThat(mail(task)).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  default void whoReadTheMailBeforeAnotherChangedItChangesNothing() throws Exception {
    Task task = held();
    long before = mailboxes().mail(task.id()).revision();
    assertThat(keep(task, FIRST)).isTrue();
    SignalNote wait = SignalNote.waits("a", 1, Instant.EPOCH);
    assertThat(change(task, before, parked(task), wait)).isFalse();
    assertThat(mail(task)).containsExactly(FIRST);
    assertThat(given().find(task.id()).position().status()).isEqualTo(Status.RUNNING);
  }

  @Test
  default void whoReadTheTaskBeforeItMovedKeepsNothing() throws Exception {
    Task task = held();
    Bytes kept = Bytes.of("kept");
    given().applied(HolderRules.checkpoint(task, StoreScenario.LEASE, kept));
    assertThat(keep(task, FIRST)).isFalse();
    Task checked = given().find(task.id());
    given().applied(HolderRules.done(checked, null, StoreScenario.KEEP));
    assertThat(keep(checked, FIRST)).isFalse();
    assertThat(mail(task)).isEmpty();
  }

  @Test
  default void aRenewedLeaseIsNoChange() throws Exception {
    Task task = held();
    store().renew(StoreScenario.LEASE.multipliedBy(2), List.of(StoreScenario.fence(task)));
    assertThat(keep(task, FIRST)).isTrue();
  }

  @Test
  default void aWaitThatParksItsTaskLastsUntilThatIsDue() throws Exception {
    Task task = held();
    SignalNote wait = SignalNote.waits("a", 1, Instant.EPOCH);
    assertThat(change(task, revision(task), parked(task), wait)).isTrue();
    Task parked = given().find(task.id());
    assertThat(parked.position().status()).isEqualTo(Status.WAITING);
    Instant due = Objects.requireNonNull(parked.position().runAt());
    assertThat(due).isAfter(task.createdAt());
    assertThat(mail(task)).containsExactly(SignalNote.waits("a", 1, due));
  }

  @Test
  default void aSignalIsKeptInTheStepThatWakesItsTask() throws Exception {
    Task task = held();
    change(task, revision(task), parked(task), null);
    Task parked = given().find(task.id());
    Transition wakes = SignalRules.goTo(parked, StoreScenario.HINT_EXPIRY, "", null);
    assertThat(change(parked, revision(task), wakes, FIRST)).isTrue();
    assertThat(given().find(task.id()).position().status()).isEqualTo(Status.READY);
    assertThat(change(parked, revision(task), wakes, FIRST)).isFalse();
    assertThat(mail(task)).containsExactly(FIRST);
  }

  @Test
  default void theEndOfARunForgetsWaitsAndWhatWasReadAndAnEndThatIsRefusedDoesNot()
      throws Exception {
    Task task = held();
    SignalNote second = new SignalNote(false, "a", 2, VALUE);
    keep(task, FIRST);
    keep(task, second);
    keep(task, SignalNote.waits("a", 1, Instant.EPOCH));
    RunNotes run = RunNotes.forgettingSteps(task).reading(List.of(FIRST));
    Transition ends = HolderRules.goToLater(task, StoreScenario.HINT_EXPIRY, "", null);
    assertThat(notes().tryApply(ends, run)).isEqualTo(Verdict.APPLIED);
    assertThat(mail(task)).containsExactly(second);
    assertThat(notes().tryApply(ends, run.reading(List.of(second)))).isEqualTo(Verdict.STALE);
    assertThat(mail(task)).containsExactly(second);
  }

  @Test
  default void mailOfTasksThatLiveNoMoreIsPruned() throws Exception {
    Task task = held();
    keep(task, FIRST);
    given().applied(HolderRules.done(task, null, StoreScenario.KEEP));
    assertThat(mail(task)).containsExactly(FIRST);
    passTime(Duration.ofHours(1));
    assertThat(notes().pruneNotes(Duration.ofHours(1), 10)).isEqualTo(1);
    assertThat(mail(task)).isEmpty();
  }

  @Test
  default void aTaskWithTheIdOfOneThatIsKeptNoMoreHasMailOfItsOwn() throws Exception {
    TaskDraft draft = TaskDraft.ready("T").uniqueById();
    given().add(draft);
    Task first = given().claim(given().find(draft.id()), UUID.randomUUID());
    keep(first, FIRST);
    given().applied(HolderRules.failed(first, "no", Duration.ofMinutes(1)));
    passTime(Duration.ofMinutes(1).plusMillis(50));
    assertThat(given().add(draft)).isEqualTo(new AddResult.Added(draft.id()));
    assertThat(mail(first)).isEmpty();
    Task second = given().find(draft.id());
    SignalNote other = new SignalNote(false, "a", 1, Bytes.of("other"));
    assertThat(keep(second, other)).isTrue();
    assertThat(mail(first)).containsExactly(other);
  }

  private List<SignalNote> mail(Task task) {
    return mailboxes().mail(task.id()).notes();
  }

  private long revision(Task task) {
    return mailboxes().mail(task.id()).revision();
  }

  private boolean keep(Task seen, SignalNote note) {
    return change(seen, revision(seen), null, note);
  }

  private boolean change(
      Task seen, long revision, @Nullable Transition transition, @Nullable SignalNote kept) {
    return mailboxes().apply(new MailChange(seen, revision, transition, kept));
  }

  private static Transition parked(Task task) {
    return HolderRules.continues(HolderRules.park(task, When.in(Duration.ofMinutes(5)), "", null));
  }

  private Task held() throws Exception {
    return given().claimed(TaskDraft.ready("T"), UUID.randomUUID());
  }
}
