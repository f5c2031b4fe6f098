package peers;

import java.sql.Connection;
import java.time.Duration;
import java.util.UUID;

/** Records and services of the application that the programs of all libraries share. */
final class Application {
  record Payout(String id, String partner, long cents) {}

  record Month(int year, int month) {}

  record Invoice(int number) {}

  record Order(String number) {}

  record Approval(String by, boolean granted) {}

  record Nothing() {}

  enum State {
    ORDERED,
    PACKING,
    PACKED
  }

  /** State of an order. */
  record Shipping(String order, State state, String parcel) {}

  interface Mail {
    void send(Payout payout);
  }

  interface Ledger {
    void book(Connection connection, Payout payout) throws Exception;
  }

  interface Bank {
    boolean isOpen();

    void pay(Payout payout, String key) throws Exception;

    boolean has(String key);
  }

  interface Warehouse {
    String pack(String order, String key);

    boolean isPacked(String parcel);
  }

  interface Office {
    void closeBooks();

    void reindex();

    String quote(Payout payout);

    void ask(Payout payout, UUID task);
  }

  /** Runs a transaction, like Spring's TransactionTemplate. */
  interface Transactions {
    void run(Work work) throws Exception;
  }

  interface Work {
    void run(Connection connection) throws Exception;
  }

  /** A failure that says how long to wait. */
  static final class BankClosed extends Exception {
    final Duration delay = Duration.ofHours(1);
  }

  private Application() {}
}
