package dev.baton.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentSink;
import dev.baton.operate.incident.Incidents;
import dev.baton.task.Status;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests incidents of real nodes on Cassandra. */
@Tag("deep")
class CassandraIncidentTest {
  private static final int PATIENCE_SECONDS = 60;

  private final TestKeyspace keyspace = TestKeyspace.empty();
  private final BlockingQueue<IncidentNotice> heard = new LinkedBlockingQueue<>();
  private final AtomicBoolean bankIsDown = new AtomicBoolean(true);

  @Test
  void oneOfTwoNodesReportsTasksInErrorAndTheirResolution() throws Exception {
    try (Baton one = node();
        Baton other = node()) {
      one.tasks().add(TaskRequest.of(TaskType.of("PAY")));
      other.tasks().add(TaskRequest.of(TaskType.of("PAY")));
      IncidentNotice opened = next();
      assertThat(opened.kind()).isEqualTo(IncidentKind.ERROR);
      assertThat(opened.subject().name()).isEqualTo("PAY");
      bankIsDown.set(false);
      IncidentNotice last = mended(other);
      assertThat(last.isResolved()).isTrue();
      assertThat(last.key()).isEqualTo(opened.key());
    }
  }

  private IncidentNotice next() throws InterruptedException {
    IncidentNotice notice = heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(notice).isNotNull();
    return notice;
  }

  /** Retries the tasks in ERROR until the sink gets a notice. */
  private IncidentNotice mended(Baton node) throws InterruptedException {
    for (int i = 0; heard.isEmpty() && i < PATIENCE_SECONDS * 10; i++) {
      node.operations()
          .search(TaskFilter.all().status(Status.ERROR))
          .page(10)
          .items()
          .forEach(
              task ->
                  node.operations()
                      .by("ann")
                      .task(task.id())
                      .ifUnchangedSince(task.version())
                      .retry());
      Thread.sleep(100);
    }
    return next();
  }

  private Baton node() {
    Incidents incidents =
        Incidents.to(new Ear(heard))
            .lookEvery(Duration.ofMillis(200))
            .calmFor(Duration.ofSeconds(1));
    return keyspace
        .baton()
        .define(CassandraNodeTest.paysUnlessDown(bankIsDown))
        .incidents(incidents)
        .start();
  }

  private record Ear(BlockingQueue<IncidentNotice> heard) implements IncidentSink {
    @Override
    public String name() {
      return "ear";
    }

    @Override
    public Answer deliver(IncidentNotice notice) {
      heard.add(notice);
      return new Answer.Accepted();
    }
  }
}
