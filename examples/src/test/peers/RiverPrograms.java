package peers;

import com.riverqueue.Client;
import com.riverqueue.Database;
import com.riverqueue.InsertOptions;
import com.riverqueue.Job;
import com.riverqueue.JobQuery;
import com.riverqueue.JobType;
import com.riverqueue.Migrator;
import com.riverqueue.Schedule;
import com.riverqueue.Unique;
import com.riverqueue.WorkContext;
import com.riverqueue.Workers;
import java.net.SocketTimeoutException;
import java.time.Duration;
import javax.sql.DataSource;
import peers.Application.Bank;
import peers.Application.Ledger;
import peers.Application.Mail;
import peers.Application.Nothing;
import peers.Application.Office;
import peers.Application.Payout;
import peers.Application.Shipping;
import peers.Application.State;
import peers.Application.Transactions;
import peers.Application.Warehouse;

/**
 * The programs with River for Java 0.48.0-alpha.1, as its README and sources show it; not compiled.
 */
final class RiverPrograms {
  // region firstTask
  static final JobType<Payout> SEND_RECEIPT = JobType.of("send_receipt", Payout.class);

  // endregion

  // region retry
  static final JobType<Payout> PAY =
      JobType.of("pay", Payout.class).withDefaults(InsertOptions.builder().maxAttempts(8).build());

  // endregion

  static final JobType<Nothing> REINDEX = JobType.of("reindex", Nothing.class);
  static final JobType<Shipping> SHIP = JobType.of("ship", Shipping.class);

  // region schedule
  static final JobType<Nothing> CLOSE_BOOKS = JobType.of("close_books", Nothing.class);

  // endregion

  // region result
  static final JobType<Payout> QUOTE =
      JobType.of("quote", Payout.class)
          .withDefaults(InsertOptions.builder().maxAttempts(1).build());

  // endregion

  static void firstTask(
      DataSource source, Transactions transactions, Mail mail, Ledger ledger, Payout due)
      throws Exception {
    // region firstTask
    var database = new Database(source, Database.Dialect.POSTGRES);
    new Migrator(database).migrate();
    var client = new Client(database);
    try (var workers =
        client
            .workers()
            .queue("default", 10)
            .add(SEND_RECEIPT, context -> mail.send(context.args()))
            .start()) {
      transactions.run(
          connection -> {
            ledger.book(connection, due);
            client.insert(connection, SEND_RECEIPT, due);
          });
    }
    // endregion
  }

  static Workers.Builder retry(Client client, Bank bank) {
    // region retry
    return client
        .workers()
        .queue("default", 10)
        .retryPolicy(job -> Duration.ofSeconds(Math.min(600, 5L << job.errors().size())))
        .add(
            PAY,
            context -> {
              if (!bank.isOpen()) {
                context.snooze(Duration.ofHours(1));
              }
              try {
                bank.pay(context.args(), Long.toString(context.job().id()));
              } catch (SocketTimeoutException late) {
                context.snooze(Duration.ofMinutes(1));
              } catch (IllegalArgumentException wrong) {
                context.discard(wrong.getMessage());
              }
            });
    // endregion
  }

  static Workers.Builder limits(Client client, Mail mail, Payout due) {
    // region limits
    client.insert(SEND_RECEIPT, due, InsertOptions.builder().queue("mail").build());
    return client
        .workers()
        .queue("mail", 15)
        .add(SEND_RECEIPT, context -> mail.send(context.args()));
    // endregion
  }

  static void unique(Client client, Payout payout) {
    // region unique
    client.insert(
        PAY.uniqueBy("id"), payout, InsertOptions.builder().unique(Unique.args()).build());
    client.insert(
        REINDEX,
        new Nothing(),
        InsertOptions.builder().unique(Unique.args().per(Duration.ofHours(1))).build());
    // endregion
  }

  static Workers.Builder schedule(Client client, Office office) {
    // region schedule
    return client
        .workers()
        .queue("default", 10)
        .add(CLOSE_BOOKS, context -> office.closeBooks())
        .periodic(
            "close-books",
            Schedule.cron("CRON_TZ=Europe/Berlin 30 18 * * MON-FRI"),
            CLOSE_BOOKS,
            new Nothing(),
            InsertOptions.defaults(),
            false);
    // endregion
  }

  static Workers.Builder states(Client client, Warehouse warehouse) {
    // region states
    return client
        .workers()
        .queue("default", 10)
        .add(
            SHIP,
            context -> {
              Shipping now = context.args();
              String key = Long.toString(context.job().id());
              switch (now.state()) {
                case ORDERED -> next(context, State.PACKING, warehouse.pack(now.order(), key));
                case PACKING -> {
                  if (!warehouse.isPacked(now.parcel())) {
                    context.snooze(Duration.ofMinutes(5));
                  }
                  next(context, State.PACKED, now.parcel());
                }
                case PACKED -> context.output(now.parcel());
              }
            });
    // endregion
  }

  // region states
  static void next(WorkContext<Shipping> context, State state, String parcel) {
    context.transaction(
        connection -> {
          context
              .client()
              .insert(connection, SHIP, new Shipping(context.args().order(), state, parcel));
          context.complete(connection);
          return null;
        });
  }

  // endregion

  static Workers.Builder result(Client client, Office office) {
    // region result
    return client
        .workers()
        .queue("default", 10)
        .add(QUOTE, context -> context.output(office.quote(context.args())));
    // endregion
  }

  static String quote(Client client, Payout payout) throws InterruptedException {
    // region result
    long id = client.insert(QUOTE, payout).job().id();
    var job = client.get(id);
    while (job.finalizedAt() == null) {
      Thread.sleep(500);
      job = client.get(id);
    }
    return job.state() == Job.State.COMPLETED
        ? job.metadata().path("output").asString()
        : "no quote today";
    // endregion
  }

  static Workers.Builder exactlyOnce(Client client, Ledger ledger) {
    // region exactlyOnce
    return client
        .workers()
        .queue("default", 10)
        .add(
            PAY,
            context ->
                context.transaction(
                    connection -> {
                      ledger.book(connection, context.args());
                      context.client().insert(connection, SEND_RECEIPT, context.args());
                      context.complete(connection);
                      return null;
                    }));
    // endregion
  }

  static void operate(Client client) {
    // region operate
    var stopped = JobQuery.builder().kinds("pay").states(Job.State.DISCARDED).limit(50).build();
    for (var job : client.list(stopped).jobs()) {
      System.out.println(job.errors());
      client.retry(job.id());
    }
    // endregion
  }

  private RiverPrograms() {}
}
