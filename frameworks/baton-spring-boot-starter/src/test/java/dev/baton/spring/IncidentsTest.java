package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.Tasks;
import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentSink;
import dev.baton.operate.incident.Incidents;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Tests an {@link Incidents} bean, which defines the receivers of the node's notices. */
class IncidentsTest {
  private final BlockingQueue<IncidentNotice> told = new LinkedBlockingQueue<>();

  private final ApplicationContextRunner runner =
      TestContexts.onH2()
          .withBean(Handlers.class)
          .withBean(
              "incidents",
              Incidents.class,
              () -> Incidents.to(new Told()).lookEvery(Duration.ofMillis(50)));

  private final class Told implements IncidentSink {
    @Override
    public String name() {
      return "told";
    }

    @Override
    public Answer deliver(IncidentNotice notice) {
      told.add(notice);
      return new Answer.Accepted();
    }
  }

  static final class Handlers {
    @TaskHandler(value = "PAY", attempts = 1)
    void pay() {
      throw new IllegalStateException("no such account");
    }
  }

  @Test
  void receiversOfIncidentsBeanAreNotified() {
    runner.run(
        context -> {
          context.getBean(Tasks.class).add(TaskRequest.of(TaskType.of("PAY")));
          IncidentNotice notice = told.poll(60, TimeUnit.SECONDS);
          assertThat(notice).isNotNull();
          assertThat(notice.subject().name()).isEqualTo("PAY");
          assertThat(notice.kind()).isEqualTo(IncidentKind.ERROR);
          assertThat(notice.reason()).isEqualTo(IncidentNotice.Reason.OPENED);
        });
  }
}
