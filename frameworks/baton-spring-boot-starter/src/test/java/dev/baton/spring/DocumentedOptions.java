package dev.baton.spring;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import dev.baton.api.TaskType;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.handler.Attempt;
import dev.baton.handler.OnLost;
import dev.baton.handler.Reconciliation;
import dev.baton.handler.Retry;
import dev.baton.handler.TaskOptions;
import dev.baton.json.JacksonCodec;
import dev.baton.limit.Limit;
import java.net.SocketTimeoutException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** The options that the documentation shows. */
@Configuration(proxyBeanMethods = false)
class DocumentedOptions {
  record Payout(String partner, long cents) {}

  static final TaskType<Payout, Void> PAY = TaskType.of("PAY", Payout.class);

  /** A bank that can report its payments. */
  interface Bank {
    void pay(Payout payout, String key);

    boolean has(String key);
  }

  private final Bank bank;

  DocumentedOptions(Bank bank) {
    this.bank = bank;
  }

  // region options
  @TaskHandler(value = "PAY", deadline = "30s")
  void pay(Payout payout, Attempt attempt) {
    bank.pay(payout, attempt.idempotencyKey());
  }

  @Bean
  static TaskOptions payOptions(Bank bank) {
    return TaskOptions.of(
        PAY,
        pay ->
            pay.limits(Limit.node(20), Limit.cluster("partner", 5).perKey())
                .retry(
                    Retry.exponential(ofSeconds(5))
                        .on(SocketTimeoutException.class, Retry.fixed(ofMinutes(1)))
                        .maxAttempts(8))
                .onLost(
                    OnLost.ask(
                        (payout, attempt) ->
                            bank.has(attempt.idempotencyKey())
                                ? Reconciliation.happened()
                                : Reconciliation.notHappened())));
  }

  // endregion

  // region codec
  @Bean
  static PayloadCodec payloadCodec(JsonMapper mapper) {
    return new JacksonCodec(mapper);
  }
  // endregion
}
