package dev.baton.examples.partners;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.api.TaskType;
import dev.baton.examples.ExampleDatabase;
import dev.baton.handler.TaskDefinition;
import dev.baton.jdbc.JdbcStore;
import dev.baton.limit.Limit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Sends payouts to partners' banks: at most 15 at a time on this node, and two per partner. One
 * partner's bank hangs. Its payouts wait while all other payouts continue, even if they were added
 * later.
 */
public final class PartnerLimits {
  static final String SLOW = "Slow Bank";
  private static final List<String> QUICK = List.of("Quick Bank", "Brisk Bank", "Swift Bank");
  private static final int OF_EACH = 20;

  record Payout(String partner, long cents) {}

  static final TaskType<Payout, Void> PAY = TaskType.of("PAY", Payout.class);

  private PartnerLimits() {}

  public static void main(String[] arguments) throws Exception {
    try (HikariDataSource database = ExampleDatabase.with()) {
      System.out.println("Paid while " + SLOW + " hung: " + paidWhileOneHangs(database));
    }
  }

  /** Returns how many payouts were made while one partner's bank hung. */
  static int paidWhileOneHangs(DataSource database) throws Exception {
    CountDownLatch hanging = new CountDownLatch(1);
    CountDownLatch quickOnes = new CountDownLatch(QUICK.size() * OF_EACH);
    try (Baton baton =
        Baton.builder(JdbcStore.of(database))
            .define(
                TaskDefinition.of(PAY)
                    .handler(
                        (payout, attempt) -> {
                          if (payout.partner().equals(SLOW)) {
                            hanging.await();
                          } else {
                            quickOnes.countDown();
                          }
                        })
                    .limits(Limit.node(15), Limit.node(2).perKey()))
            .start()) {
      List<String> slowFirst = new ArrayList<>(List.of(SLOW));
      slowFirst.addAll(QUICK);
      for (String partner : slowFirst) {
        for (int i = 0; i < OF_EACH; i++) {
          // The limit applies per key: tasks of one key wait for each other, and for no other key.
          baton.tasks().add(PAY.with(new Payout(partner, 100)).key(partner));
        }
      }
      boolean all = quickOnes.await(30, TimeUnit.SECONDS);
      int paid = QUICK.size() * OF_EACH - (all ? 0 : (int) quickOnes.getCount());
      hanging.countDown();
      return paid;
    }
  }
}
