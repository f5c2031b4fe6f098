package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.api.Unique;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.annotation.Transactional;

/** A Spring Kafka listener that adds a task for each message, called as Spring would call it. */
class MessageListenerTest {
  // region listener
  record Payout(String id, String partner) {}

  static final TaskType<Payout, Void> PAY_OUT =
      TaskType.of("PAY_OUT", Payout.class).unique(payout -> Unique.idFrom(payout.id()));

  static class PayoutMessages {
    private final Tasks tasks;

    PayoutMessages(Tasks tasks) {
      this.tasks = tasks;
    }

    // Annotated with @KafkaListener(topics = "payouts").
    @Transactional
    public void received(ConsumerRecord<String, String> message) {
      // ... the message's other changes in the database, then in the same transaction:
      tasks.add(PAY_OUT.with(new Payout(message.key(), message.value())));
    }
  }

  // endregion

  static class Bank {
    private final Arrivals arrivals;

    Bank(Arrivals arrivals) {
      this.arrivals = arrivals;
    }

    @TaskHandler("PAY_OUT")
    void pay(Payout payout) {
      arrivals.saw(payout.partner());
    }
  }

  @Test
  void redeliveredMessageIsOneTask() {
    TestContexts.onH2()
        .withBean(Arrivals.class)
        .withBean(PayoutMessages.class)
        .withBean(Bank.class)
        .run(
            context -> {
              PayoutMessages listener = context.getBean(PayoutMessages.class);
              ConsumerRecord<String, String> first =
                  new ConsumerRecord<>("payouts", 0, 7, "p-1", "anna");
              Arrivals arrivals = context.getBean(Arrivals.class);
              listener.received(first);
              listener.received(first);
              assertThat(arrivals.next()).isEqualTo("anna");
              listener.received(first);
              listener.received(new ConsumerRecord<>("payouts", 0, 8, "p-2", "ben"));
              assertThat(arrivals.next()).isEqualTo("ben");
              assertThat(arrivals.isEmpty()).isTrue();
            });
  }
}
