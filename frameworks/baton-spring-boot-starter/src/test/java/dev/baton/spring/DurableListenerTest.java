package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskType;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.handler.Attempt;
import dev.baton.handler.Outcome;
import dev.baton.local.DatabaseAddress;
import dev.baton.local.LocalH2;
import dev.baton.operate.Operations;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.TaskInfo;
import dev.baton.spring.error.BatonSetupException;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Tests events that become tasks in the transaction that publishes them. */
class DurableListenerTest {
  record PayoutMade(String partner, int number) {}

  record PayoutRefused(String partner) {}

  interface Something {}

  record One(String text) implements Something {}

  private final DatabaseAddress address = LocalH2.newDatabase();
  private final ApplicationContextRunner runner =
      TestContexts.on(address).withBean(Arrivals.class).withPropertyValues("baton.poll=50ms");

  static class Listeners {
    private final Arrivals arrivals;

    Listeners(Arrivals arrivals) {
      this.arrivals = arrivals;
    }

    @TaskHandler("ON_PAYOUT")
    @DurableListener(condition = "number() >= 0", key = "partner()", ordered = true)
    Outcome<?> on(PayoutMade event, Attempt attempt) {
      if (event.number() == 0 && attempt.number() == 1) {
        return Outcome.retry("the partner is down");
      }
      arrivals.saw(event.partner() + event.number());
      return Outcome.done();
    }
  }

  static class Notices {
    private final Arrivals partners;

    Notices(Arrivals partners) {
      this.partners = partners;
    }

    // region listener
    @TaskHandler("NOTIFY_PARTNER")
    @DurableListener
    void on(PayoutRefused event) {
      partners.saw("refused " + event.partner());
    }
    // endregion
  }

  private static void publishing(ApplicationContext context, Object... events) {
    new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
        .executeWithoutResult(
            transaction -> {
              for (Object event : events) {
                context.publishEvent(event);
              }
            });
  }

  @Test
  void eventBecomesTaskIfItsTransactionCommits() {
    runner
        .withBean(Notices.class)
        .run(
            context -> {
              Arrivals arrivals = context.getBean(Arrivals.class);
              assertThatThrownBy(
                      () ->
                          new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                              .executeWithoutResult(
                                  transaction -> {
                                    context.publishEvent(new PayoutRefused("gone"));
                                    throw new IllegalStateException("rolled back");
                                  }))
                  .hasMessage("rolled back");
              publishing(context, new PayoutRefused("ada"));
              assertThat(arrivals.next()).isEqualTo("refused ada");
              context.publishEvent(new PayoutRefused("alone"));
              assertThat(arrivals.next()).isEqualTo("refused alone");
              assertThat(arrivals.isEmpty()).isTrue();
            });
  }

  @Test
  void failedEventIsRetriedAndEventsOfItsKeyWait() {
    runner
        .withBean(Listeners.class)
        .run(
            context -> {
              publishing(context, new PayoutMade("ada", 0));
              publishing(context, new PayoutMade("ada", 1));
              publishing(context, new PayoutMade("ada", -1));
              publishing(context, new PayoutMade("ada", 2), new PayoutMade("ada", 3));
              Arrivals arrivals = context.getBean(Arrivals.class);
              List<String> seen = new ArrayList<>();
              for (int i = 0; i < 4; i++) {
                seen.add(arrivals.next());
              }
              assertThat(seen).containsExactly("ada0", "ada1", "ada2", "ada3");
              assertThat(arrivals.isEmpty()).as("the condition excludes -1").isTrue();
            });
  }

  @Test
  void oneOfSeveralInstancesRunsTheEvent() {
    ApplicationContextRunner node = runner.withBean(Notices.class);
    node.withPropertyValues("baton.name=first")
        .run(
            first ->
                node.withPropertyValues("baton.name=second")
                    .run(
                        second -> {
                          TreeSet<String> seen = new TreeSet<>();
                          for (int i = 0; i < 40; i++) {
                            publishing(i % 2 == 0 ? first : second, new PayoutRefused("p" + i));
                          }
                          Arrivals here = first.getBean(Arrivals.class);
                          Arrivals there = second.getBean(Arrivals.class);
                          Operations operations = first.getBean(Operations.class);
                          Awaitility.await()
                              .atMost(Duration.ofSeconds(60))
                              .until(() -> live(operations).isEmpty());
                          int runs = 0;
                          for (Arrivals arrivals : List.of(here, there)) {
                            while (!arrivals.isEmpty()) {
                              seen.add(arrivals.next());
                              runs++;
                            }
                          }
                          assertThat(runs).isEqualTo(40);
                          assertThat(seen).hasSize(40);
                        }));
  }

  private static List<TaskInfo> live(Operations operations) {
    List<TaskInfo> live = new ArrayList<>();
    for (Status status : List.of(Status.READY, Status.RUNNING, Status.WAITING)) {
      live.addAll(operations.search(TaskFilter.all().status(status)).page(100).items());
    }
    return live;
  }

  static class Keyless {
    @TaskHandler("KEYLESS")
    @DurableListener(key = "partner()")
    void on(PayoutRefused event) {}
  }

  @Test
  void eventThatCannotBecomeTaskFailsThePublisher() {
    runner
        .withBean(Keyless.class)
        .run(
            context -> {
              assertThatThrownBy(() -> publishing(context, new PayoutRefused(null)))
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("The key of KEYLESS is null");
            });
  }

  @Test
  void orderedEventWithEmptyKeyFailsThePublisher() {
    runner
        .withBean(Listeners.class)
        .run(
            context ->
                assertThatThrownBy(() -> publishing(context, new PayoutMade("", 1)))
                    .isInstanceOf(RequestRefusedException.class));
  }

  record Changed<T>(T what) {}

  record Anything(Arrivals arrivals) {
    @TaskHandler("ON_CHANGE")
    @DurableListener
    void on(Changed<?> event) {
      arrivals.saw("changed " + event.what());
    }
  }

  @Test
  void eventMayBeGeneric() {
    runner
        .withBean(Anything.class)
        .run(
            context -> {
              publishing(context, new Changed<>("name"));
              assertThat(context.getBean(Arrivals.class).next()).isEqualTo("changed name");
            });
  }

  /** Publishes an event about the pool before the bean of the pool exists. */
  record PoolTeller(ApplicationEventPublisher publisher) implements BeanPostProcessor {
    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
      if (bean instanceof DataSource) {
        publisher.publishEvent("the pool is there");
      }
      return bean;
    }
  }

  @Test
  void earlyEventDoesNotBreakTheStart() {
    runner
        .withBean(PoolTeller.class)
        .withBean(Notices.class)
        .run(context -> assertThat(context).hasNotFailed());
  }

  static class NoHandler {
    @DurableListener
    void on(PayoutMade event) {}
  }

  static class NoEvent {
    @TaskHandler("A")
    @DurableListener
    void on(Attempt attempt) {}
  }

  static class Text {
    @TaskHandler("A")
    @DurableListener
    void on(String text) {}
  }

  static class Abstract {
    @TaskHandler("A")
    @DurableListener
    void on(Something event) {}
  }

  static class Twice {
    @TaskHandler("A")
    @DurableListener
    @EventListener
    void on(PayoutMade event) {}
  }

  static class Unkeyed {
    @TaskHandler("A")
    @DurableListener(ordered = true)
    void on(PayoutMade event) {}
  }

  static class NoExpression {
    @TaskHandler("A")
    @DurableListener(key = "partner(")
    void on(PayoutMade event) {}
  }

  /** The prototype bean counts searches: each search of all beans creates it once. */
  @Test
  void eventAfterTheStartSearchesNoBeans() {
    AtomicInteger looks = new AtomicInteger();
    runner
        .withBean(Notices.class)
        .withBean(
            TaskType.class,
            () -> TaskType.of("LOOK" + looks.incrementAndGet()),
            definition -> definition.setScope(BeanDefinition.SCOPE_PROTOTYPE))
        .run(
            context -> {
              int before = looks.get();
              publishing(context, "no task comes of this", new PayoutRefused("ada"));
              assertThat(context.getBean(Arrivals.class).next()).isEqualTo("refused ada");
              assertThat(looks).hasValue(before);
            });
  }

  @Test
  void impossibleListenersAreRefusedAtStart() {
    refused(NoHandler.class, "Add @TaskHandler with the type");
    refused(NoEvent.class, "takes no event");
    refused(Text.class, "takes a java.lang.String");
    refused(Twice.class, "Remove one of the two");
    refused(Unkeyed.class, "Set the key within which the order is kept");
    refused(NoExpression.class, "Correct it");
    runner
        .withBean(Abstract.class)
        .run(
            context ->
                assertThat(context).getFailure().hasStackTraceContaining("because it is abstract"));
  }

  private void refused(Class<?> bean, String words) {
    runner
        .withBean(bean)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasRootCauseInstanceOf(BatonSetupException.class)
                    .rootCause()
                    .hasMessageContaining(words));
  }
}
