package dev.baton.examples.spring;

import static dev.baton.examples.spring.PayoutTasks.APPROVAL;
import static dev.baton.examples.spring.PayoutTasks.BOOK_PAYOUT;
import static dev.baton.examples.spring.PayoutTasks.PAY_OUT;

import dev.baton.api.Signals;
import dev.baton.api.Tasks;
import dev.baton.examples.spring.PayoutTasks.Approval;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskDefinition;
import dev.baton.kafka.send.KafkaTasks;
import dev.baton.limit.Limit;
import dev.baton.spring.TaskHandler;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Accepts payouts, asks the bank to pay them, and sends messages to other services. */
@Service
public class PayoutService {
  static final String DONE_TOPIC = "payouts.done";

  /** A person must approve payouts above this amount, in cents. */
  static final long LARGE = 1_000_000;

  private final JdbcClient jdbc;
  private final Tasks tasks;
  private final KafkaTasks kafka;

  PayoutService(JdbcClient jdbc, Tasks tasks, KafkaTasks kafka) {
    this.jdbc = jdbc;
    this.tasks = tasks;
    this.kafka = kafka;
  }

  // region request
  /** Commits the payout's row and the task that pays it together. */
  @Transactional
  public void request(Payout payout) {
    int added =
        jdbc.sql(
                "INSERT INTO payout (id, partner, cents, status) VALUES (?, ?, ?, 'REQUESTED')"
                    + " ON CONFLICT DO NOTHING")
            .params(payout.id(), payout.partner(), payout.cents())
            .update();
    if (added == 1) {
      tasks.add(PAY_OUT.with(payout).id(payout.id()).key(payout.partner()));
    }
  }

  // endregion

  // region approve
  /** Approves a large payout. The id of its task is the id of the payout. */
  @Transactional
  public Signals.Delivery approve(UUID id, String by) {
    return tasks.signal(id, APPROVAL, new Approval(by));
  }

  // endregion

  /** Returns the status; empty if there is no such payout. */
  public Optional<String> status(UUID id) {
    return jdbc.sql("SELECT status FROM payout WHERE id = ?")
        .param(id)
        .query(String.class)
        .optional();
  }

  /** Stores a request that came by Kafka. */
  @TaskHandler(value = "REQUEST_PAYOUT", transactional = true)
  void enter(Payout payout) {
    request(payout);
  }

  // region sent
  /** Commits the row, the message to other services and the end of this task together. */
  @TaskHandler(value = "BOOK_PAYOUT", transactional = true)
  void book(Payout payout) {
    jdbc.sql("UPDATE payout SET status = 'PAID', paid_at = now() WHERE id = ?")
        .param(payout.id())
        .update();
    kafka.send(DONE_TOPIC, payout.partner(), payout.id().toString(), Map.of());
  }

  // endregion

  // region pay
  /** Makes two payouts to a partner at a time, in the whole cluster. */
  @Bean
  static TaskDefinition<?, ?> payOut(Bank bank) {
    return TaskDefinition.of(PAY_OUT)
        .outcome(
            (payout, attempt) -> {
              if (payout.cents() > LARGE
                  && attempt.awaitSignal(APPROVAL, Duration.ofDays(3)).isEmpty()) {
                return Outcome.failed("No person approved the payout within three days");
              }
              bank.pay(payout, attempt.idempotencyKey());
              return Outcome.next(BOOK_PAYOUT.with(payout));
            })
        .limits(Limit.node(20), Limit.cluster("partner", 2).perKey())
        .retry(
            Retry.exponential(Duration.ofSeconds(1))
                .maxDelay(Duration.ofMinutes(5))
                .maxAttempts(50));
  }
  // endregion
}
