package dev.baton.management.incidents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.handler.FailureLog;
import dev.baton.handler.Outcome;
import dev.baton.handler.Retry;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.jdbc.BatonSchema;
import dev.baton.jdbc.JdbcStore;
import dev.baton.operate.TaskFilter;
import dev.baton.operate.incident.Incidents;
import dev.baton.task.Status;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests an incident from a failed task to the pager and back, on a real database and over HTTP. */
@Tag("deep")
class IncidentsOnDatabaseTest {
  private static final String KEY = "0123456789abcdef0123456789abcdef";

  private final JdbcDataSource database = new JdbcDataSource();

  IncidentsOnDatabaseTest() {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    BatonSchema.apply(database);
  }

  @Test
  void incidentIsRaisedDespiteFailuresAndResolvedAfterTheFix() throws Exception {
    AtomicBoolean failing = new AtomicBoolean(true);
    lookOnce();
    try (LocalService service = new LocalService();
        Baton baton = node(service, failing)) {
      service.behave(LocalService.answering(503));
      baton.tasks().add(TaskRequest.of(TaskType.of("PAY")));
      JsonNode first = service.next().json();
      service.behave(LocalService.answering(202));
      JsonNode repeat = service.next().json();
      assertThat(repeat).isEqualTo(first);
      assertThat(first.get("event_action").asString()).isEqualTo("trigger");
      failing.set(false);
      baton.operations().by("test", "mended").bulk(TaskFilter.all().status(Status.ERROR)).retry();
      JsonNode end = service.next().json();
      while (end.equals(first)) {
        end = service.next().json();
      }
      assertThat(end.get("event_action").asString()).isEqualTo("resolve");
      assertThat(end.get("dedup_key")).isEqualTo(first.get("dedup_key"));
    }
  }

  @Test
  void documentedNodeStartsAndMissingKeyStopsIt() {
    assertThat(DocumentedIncidents.node(database, Map.of("PAGERDUTY_ROUTING_KEY", KEY)))
        .isNotNull();
    assertThatThrownBy(() -> DocumentedIncidents.node(database, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PagerDuty routing key");
  }

  /** The first search of a JVM is slow, and a node waits twenty times as long before the second. */
  private void lookOnce() {
    try (Baton client = Baton.builder(JdbcStore.of(database)).client().start()) {
      assertThat(client.statistics().counts().complete()).isTrue();
      assertThat(client.statistics().stuck().complete()).isTrue();
    }
  }

  private Baton node(LocalService service, AtomicBoolean failing) {
    Duration moment = Duration.ofMillis(50);
    return Baton.builder(JdbcStore.of(database))
        .define(
            RawDefinition.of(
                    "PAY",
                    attempt -> {
                      if (failing.get()) {
                        throw new IllegalStateException("the bank is closed");
                      }
                      return Outcome.done();
                    })
                .retry(Retry.never())
                .logFailure(FailureLog.silent()))
        .incidents(
            Incidents.to(
                    PagerDuty.routingKey(KEY).at(URI.create(service.address() + "/v2/enqueue")))
                .lookEvery(moment)
                .calmFor(moment)
                .retry(moment, moment))
        .start();
  }
}
