package dev.baton.examples.docs;

import static dev.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.Batch;
import dev.baton.api.Signals.Delivery;
import dev.baton.examples.docs.TwelvePrograms.Bank;
import dev.baton.examples.docs.TwelvePrograms.Change;
import dev.baton.examples.docs.TwelvePrograms.Invoice;
import dev.baton.examples.docs.TwelvePrograms.Ledger;
import dev.baton.examples.docs.TwelvePrograms.Month;
import dev.baton.examples.docs.TwelvePrograms.Office;
import dev.baton.examples.docs.TwelvePrograms.Order;
import dev.baton.examples.docs.TwelvePrograms.Payout;
import dev.baton.examples.docs.TwelvePrograms.Purge;
import dev.baton.examples.docs.TwelvePrograms.Shipping;
import dev.baton.examples.docs.TwelvePrograms.Warehouse;
import dev.baton.handler.StateMachine;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.test.TestBaton;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks that the twelve programs of the page "The API at a glance" do what the page says. */
class TwelveProgramsTest {
  private static final Payout DUE = new Payout("7", "acme", 100);
  private static final Month MAY = new Month(2026, 5);

  private final List<String> done = new ArrayList<>();
  private final RecordingOffice office = new RecordingOffice();
  private final RecordingBank bank = new RecordingBank();

  /** An office that records its calls. */
  private final class RecordingOffice implements Office {
    @Override
    public void closeBooks() {
      done.add("books closed");
    }

    @Override
    public int purge(Purge purge) {
      done.add("purged " + purge.rows() + " of " + purge.table());
      return purge.rows();
    }

    @Override
    public void reindex() {
      done.add("reindexed");
    }

    @Override
    public void send(Invoice invoice) {
      done.add("sent " + invoice.number());
      if (invoice.number() == 13) {
        throw new IllegalStateException("no address");
      }
    }

    @Override
    public void handOver(Month month) {
      done.add("handed over");
    }

    @Override
    public void close(Month month) {
      done.add("closed");
    }

    @Override
    public void ask(Payout payout, UUID task) {
      done.add("asked");
    }

    @Override
    public String quote(Payout payout) {
      if (payout.cents() < 0) {
        throw new IllegalArgumentException("less than nothing");
      }
      return payout.cents() + " cents";
    }

    @Override
    public void tell(Change change) {
      done.add(change.partner() + " " + change.text());
    }

    @Override
    public void render(Payout payout) {
      done.add("rendered for " + payout.partner());
    }
  }

  /** A bank that records its payments. */
  private static final class RecordingBank implements Bank {
    private final List<String> paid = new ArrayList<>();
    private boolean isOpen = true;
    private @Nullable Exception failure;

    @Override
    public boolean isOpen() {
      return isOpen;
    }

    @Override
    public void pay(Payout payout, String key) throws Exception {
      if (failure != null) {
        throw failure;
      }
      paid.add(key);
    }

    @Override
    public boolean has(String key) {
      return paid.contains(key);
    }
  }

  /** A warehouse that packs when the test triggers it. */
  private static final class TestWarehouse implements Warehouse {
    private final List<String> packed = new ArrayList<>();

    @Override
    public String pack(String order, String key) {
      return "parcel of " + order;
    }

    @Override
    public boolean isPacked(String parcel) {
      return packed.contains(parcel);
    }
  }

  private static TestBaton running(TaskDefinition<?, ?>... definitions) {
    return TestBaton.inMemory().define(definitions).start();
  }

  private static JdbcDataSource database(String name) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
    return database;
  }

  @Test
  void firstTaskRunsAfterItsTransactionCommits() throws Exception {
    JdbcDataSource database = database("first");
    CompletableFuture<Payout> sent = new CompletableFuture<>();
    TwelvePrograms.firstTask(
        database, sent::complete, (connection, payout) -> done.add("booked"), DUE);
    assertThat(done).containsExactly("booked");
    // If the program ended before its task began, the next node runs it.
    TaskDefinition<?, ?> again =
        TaskDefinition.of(TwelvePrograms.SEND_RECEIPT)
            .handler((payout, attempt) -> sent.complete(payout));
    try (Baton next = Baton.builder(JdbcStore.of(database)).define(again).start()) {
      assertThat(sent.get(30, TimeUnit.SECONDS)).isEqualTo(DUE);
    }
  }

  @Test
  void retryDependsOnTheOutcomeAndOnTheError() {
    try (TestBaton baton = running(TwelvePrograms.retry(bank))) {
      bank.isOpen = false;
      UUID closed = baton.add(TwelvePrograms.PAY, DUE);
      baton.drain();
      assertThat(baton.task(closed)).isDueIn(Duration.ofHours(1));

      bank.isOpen = true;
      bank.failure = new SocketTimeoutException("no answer");
      UUID late = baton.add(TwelvePrograms.PAY, DUE);
      baton.drain();
      assertThat(baton.task(late)).isDueIn(Duration.ofMinutes(1));

      bank.failure = new IllegalArgumentException("no such account");
      UUID wrong = baton.add(TwelvePrograms.PAY, DUE);
      baton.drain();
      assertThat(baton.task(wrong)).isInError().hasAttempts(1);

      bank.failure = new IllegalStateException("down");
      UUID down = baton.add(TwelvePrograms.PAY, DUE);
      baton.drain();
      assertThat(baton.task(down)).isDueIn(Duration.ofSeconds(5));
    }
  }

  @Test
  void limitsOfAllKindsLetTasksRun() {
    List<Payout> sent = new ArrayList<>();
    try (TestBaton baton = running(TwelvePrograms.limits(sent::add))) {
      baton.add(TwelvePrograms.SEND_RECEIPT.with(DUE).key(DUE.partner()));
      baton.drain();
      assertThat(sent).containsExactly(DUE);
    }
  }

  @Test
  void uniqueTaskIsAddedOnceAndMerged() {
    try (TestBaton baton =
        running(
            TaskDefinition.of(TwelvePrograms.PURGE)
                .handler((purge, attempt) -> office.purge(purge)),
            TaskDefinition.of(TwelvePrograms.PAY).handler((payout, attempt) -> done.add("paid")),
            TaskDefinition.of(TwelvePrograms.REINDEX)
                .handler((none, attempt) -> office.reindex()))) {
      TwelvePrograms.unique(baton.tasks(), DUE);
      TwelvePrograms.unique(baton.tasks(), DUE);
      baton.drain();
      assertThat(done).containsExactlyInAnyOrder("purged 1000 of log", "paid", "reindexed");

      baton.advance(Duration.ofMinutes(1));
      assertThat(done).hasSize(4).last().isEqualTo("reindexed");
    }
  }

  @Test
  void booksCloseOnEachWorkday() {
    try (TestBaton baton =
        TestBaton.inMemory().configure(node -> TwelvePrograms.schedule(node, office)).start()) {
      baton.advance(Duration.ofDays(7));
      assertThat(done).hasSize(5).containsOnly("books closed");
    }
  }

  @Test
  void batchEndReleasesTheTasksThatFollow() throws Exception {
    try (TestBaton baton =
        running(
            TaskDefinition.of(TwelvePrograms.SEND_INVOICE)
                .handler((invoice, attempt) -> office.send(invoice))
                .failWhenExhausted(),
            TaskDefinition.of(TwelvePrograms.HAND_OVER)
                .handler((month, attempt) -> office.handOver(month)),
            TaskDefinition.of(TwelvePrograms.CLOSE_MONTH)
                .handler((month, attempt) -> office.close(month)))) {
      addBatch(baton, 1, 2);
      baton.drain();
      assertThat(done).containsExactlyInAnyOrder("sent 1", "sent 2", "handed over", "closed");

      done.clear();
      Batch.Added unlucky = addBatch(baton, 12, 13);
      baton.advance(Duration.ofDays(1));
      assertThat(done).contains("closed").doesNotContain("handed over");
      assertThat(baton.task(unlucky.taskIds().get(1))).isFailed();
    }
  }

  private static Batch.Added addBatch(TestBaton baton, int one, int another) throws Exception {
    List<Invoice> invoices = List.of(new Invoice(one), new Invoice(another));
    return baton
        .transactions()
        .call(transaction -> TwelvePrograms.batch(baton.tasks(), transaction, invoices, MAY));
  }

  @Test
  void orderIsPackedByCallbackOrByPolling() {
    TestWarehouse warehouse = new TestWarehouse();
    StateMachine<Order, String, Shipping, String> machine = TwelvePrograms.states(warehouse);
    try (TestBaton baton = running(TaskDefinition.of(TwelvePrograms.SHIP).states(machine))) {
      UUID called = baton.add(TwelvePrograms.SHIP, new Order("1"));
      UUID polled = baton.add(TwelvePrograms.SHIP, new Order("2"));
      baton.drain();
      TwelvePrograms.packed(baton.tasks(), machine, called);
      baton.drain();
      assertThat(baton.task(called)).hasResult(TwelvePrograms.SHIP, "parcel of 1");

      warehouse.packed.add("parcel of 2");
      baton.advance(Duration.ofMinutes(5));
      assertThat(baton.task(polled)).hasResult(TwelvePrograms.SHIP, "parcel of 2");
    }
  }

  @Test
  void handlerAwaitsAnApprovalAndPaysOnce() throws Exception {
    try (TestBaton baton = running(TwelvePrograms.signal(office, bank))) {
      UUID approved = baton.add(TwelvePrograms.APPROVED, DUE);
      UUID unanswered = baton.add(TwelvePrograms.APPROVED, DUE);
      baton.drain();
      Delivery sent =
          baton
              .transactions()
              .call(transaction -> TwelvePrograms.approve(baton.tasks(), transaction, approved));
      assertThat(sent).isEqualTo(Delivery.AWAITED);
      baton.drain();
      assertThat(baton.task(approved)).hasResult(TwelvePrograms.APPROVED, "paid");

      baton.advance(Duration.ofDays(3));
      assertThat(baton.task(unanswered)).hasResult(TwelvePrograms.APPROVED, "not paid");
      assertThat(done).containsExactly("asked", "asked");
      assertThat(bank.paid).hasSize(1);
    }
  }

  @Test
  void callerGetsTheResultOrAFailure() {
    try (TestBaton baton = running(TwelvePrograms.result(office))) {
      var quoted = TwelvePrograms.quote(baton.tasks(), DUE).toCompletableFuture();
      var refused =
          TwelvePrograms.quote(baton.tasks(), new Payout("8", "acme", -1)).toCompletableFuture();
      baton.advance(Duration.ofSeconds(5));
      assertThat(quoted).isCompletedWithValue("100 cents");
      assertThat(refused).isCompletedWithValue("no quote today");
    }
  }

  @Test
  void payoutThatTheBankReportsIsPaidOnce() {
    try (TestBaton baton = running(TwelvePrograms.asked(bank))) {
      baton.faults().loseNodeAfter(TwelvePrograms.PAY);
      UUID payout = baton.add(TwelvePrograms.PAY, DUE);
      baton.untilEnded(payout);
      assertThat(baton.task(payout)).isDone().hasLosses(1);
      assertThat(bank.paid).hasSize(1);
    }
  }

  @Test
  void changesArriveInCommitOrder() {
    try (TestBaton baton =
        TestBaton.inMemory()
            .configure(node -> node.define(TwelvePrograms.orderedAndFair(office)))
            .start()) {
      baton.faults().failNext("TELL", new IllegalStateException("no answer"));
      TwelvePrograms.addOrderedAndFair(baton.tasks(), new Change("acme", "1"), DUE);
      TwelvePrograms.addOrderedAndFair(baton.tasks(), new Change("acme", "2"), DUE);
      baton.drain();
      assertThat(done).containsExactly("rendered for acme", "rendered for acme");

      baton.advance(Duration.ofMinutes(1));
      assertThat(done).endsWith("acme 1", "acme 2");
    }
  }

  @Test
  void operatorRetriesStoppedTasks() {
    try (TestBaton baton = running(TwelvePrograms.retry(bank))) {
      bank.failure = new IllegalArgumentException("closed");
      UUID stopped = baton.add(TwelvePrograms.PAY, DUE);
      baton.drain();
      assertThat(baton.task(stopped)).isInError();

      UUID held = baton.tasks().add(TwelvePrograms.PAY.with(DUE).onHold()).taskId();
      bank.failure = null;
      TwelvePrograms.operate(baton.baton(), done::add);
      assertThat(done)
          .singleElement()
          .asString()
          .contains("closed")
          .endsWith("DONE: The change was made");
      baton.drain();
      assertThat(baton.task(stopped)).isDone();
      assertThat(baton.task(held)).isDone();
      assertThat(bank.paid).hasSize(2);
    }
  }

  @Test
  void payoutThatIsBookedTwiceHasOneReceipt() throws Exception {
    JdbcDataSource database = database("once");
    BatonSchema.apply(database);
    Ledger ledger = (connection, payout) -> done.add("booked");
    try (TestBaton baton =
        TestBaton.on(database, JdbcStore::of).define(TwelvePrograms.exactlyOnce(ledger)).start()) {
      baton.faults().loseNodeAfter(TwelvePrograms.PAY);
      UUID payout = baton.add(TwelvePrograms.PAY, DUE);
      baton.untilEnded(payout);
      assertThat(done).containsExactly("booked", "booked");
      assertThat(baton.added(TwelvePrograms.SEND_RECEIPT)).containsExactly(DUE);
    }
  }
}
