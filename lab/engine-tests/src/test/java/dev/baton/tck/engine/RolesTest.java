package dev.baton.tck.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.RequestRefusedException;
import dev.baton.cluster.BucketOptions;
import dev.baton.cluster.NodeRole;
import dev.baton.handler.Outcome;
import dev.baton.handler.TaskDefinition;
import dev.baton.handler.internal.RawDefinition;
import dev.baton.hook.TaskEvent;
import dev.baton.operate.cluster.Cluster.Member;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.event.NodeEvent;
import dev.baton.spi.Stores;
import dev.baton.spi.TriggerChannel;
import dev.baton.task.Rule;
import dev.baton.task.Status;
import dev.baton.task.row.Candidate;
import dev.baton.tck.MemoryClusterStore;
import dev.baton.tck.MemoryTaskStore;
import dev.baton.tck.MemoryTransactions;
import dev.baton.tck.MemoryTriggerHub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests that a client adds and reads tasks, and that servers run them. */
final class RolesTest {
  private final MemoryTaskStore store = new MemoryTaskStore(LivedTime.CLOCK);
  private final MemoryClusterStore shared = new MemoryClusterStore(LivedTime.CLOCK);
  private final TaskDefinition<?, ?> quick = RawDefinition.of("T", attempt -> Outcome.done());

  @Test
  void serverRunsAClientsTaskAtOnceByItsHint() throws Exception {
    MemoryTriggerHub hub = new MemoryTriggerHub();
    UnaryOperator<Baton.Builder> rareLooks =
        b ->
            b.channel(hub.channel())
                .define(quick)
                .settings(s -> TestNode.QUICK.poll(Duration.ofMinutes(1)));
    try (TestNode server = server(rareLooks);
        TestNode client = client(b -> b.channel(hub.channel()))) {
      UUID id = client.add(TaskRequest.of(TaskType.of("T")));
      server.completed(id, Rule.FINISH);
      assertThat(client.finished(id).status()).isEqualTo(Status.DONE);
    }
  }

  @Test
  void clientNeverClaimsScansOrHasADuty() throws Exception {
    UnreliableStore link = new UnreliableStore(store);
    List<UUID> added = new ArrayList<>();
    try (TestNode client =
        client(
            b -> b.stores(s -> s.tasks(link)).define(quick).settings(s -> TestNode.SHORT_LEASE))) {
      for (int i = 0; i < 10; i++) {
        added.add(client.add(TaskRequest.of(TaskType.of("T"))));
        added.add(client.add(TaskRequest.of(TaskType.of("T")).runIn(Duration.ofMillis(1))));
      }
      try (TestNode server = server(b -> b.define(quick))) {
        for (UUID id : added) {
          server.completed(id, Rule.FINISH);
        }
      }
      assertThat(client.events.all(TaskEvent.Added.class))
          .hasSize(20)
          .noneMatch(TaskEvent.Added::claimedByInsert);
      assertThat(client.events.all(TaskEvent.Started.class)).isEmpty();
      assertThat(client.events.all(NodeEvent.Leading.class)).isEmpty();
      for (UnreliableStore.Verb verb :
          new UnreliableStore.Verb[] {
            UnreliableStore.Verb.CLAIM,
            UnreliableStore.Verb.RENEW,
            UnreliableStore.Verb.FIRST_OF_EACH_FLOW,
            UnreliableStore.Verb.SCAN,
            UnreliableStore.Verb.FETCH,
            UnreliableStore.Verb.DUE,
            UnreliableStore.Verb.PRUNE,
            UnreliableStore.Verb.APPLY
          }) {
        assertThat(link.calls(verb)).as("%s", verb).isZero();
      }
    }
  }

  @Test
  void aClientNeedsNeitherHandlersNorLeadership() {
    try (Baton client =
        Baton.builder(Stores.of(store))
            .transactions(new MemoryTransactions(store))
            .client()
            .start()) {
      UUID id = client.tasks().add(TaskRequest.of(TaskType.of("T"))).taskId();
      assertThat(client.operations().find(id)).isPresent();
    }
  }

  @Test
  void clientUsesTheBucketsOfItsDefinitions() throws Exception {
    TaskDefinition<?, ?> side = quick.bucket("side");
    try (TestNode client = client(b -> b.define(side));
        TestNode server = server(b -> b.define(side))) {
      UUID id = client.add(TaskRequest.of(TaskType.of("T")).runIn(Duration.ofMillis(1)));
      assertThat(client.task(id).spec().bucket()).isEqualTo("side");
      server.completed(id, Rule.FINISH);
    }
  }

  @Test
  void bucketThatAClientDoesNotListIsRefusedWithItsOwnMessage() {
    try (TestNode client = client(b -> b.bucket(BucketOptions.named("listed")))) {
      client.add(TaskRequest.of(TaskType.of("T")).bucket("listed"));
      assertThatThrownBy(() -> client.add(TaskRequest.of(TaskType.of("T")).bucket("lited")))
          .isInstanceOf(RequestRefusedException.class)
          .hasMessageContainingAll(
              "bucket 'lited'", "[default, listed]", "a client runs nothing", "confirms its name");
    }
  }

  @Test
  void aClientCannotRunABucket() {
    try (TestNode client = client(b -> b)) {
      assertThatThrownBy(() -> client.baton.startBucket("default"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContainingAll("client", "'default'");
      assertThat(client.baton.isBucketRunning("default")).isFalse();
    }
  }

  @Test
  void aClientOpensItsChannelForNoBucketAndPublishesAfterTheCommit() throws Exception {
    List<Collection<String>> opened = new CopyOnWriteArrayList<>();
    List<Candidate> published = new CopyOnWriteArrayList<>();
    TriggerChannel channel =
        new TriggerChannel() {
          @Override
          public void open(Collection<String> buckets, Receiver receiver) {
            opened.add(buckets);
          }

          @Override
          public void publish(List<Candidate> ready) {
            published.addAll(ready);
          }

          @Override
          public void close() {
            opened.clear();
          }
        };
    try (TestNode client = client(b -> b.channel(channel))) {
      assertThat(opened).containsExactly(List.of());
      UUID id =
          client.transactions.call(
              transaction -> {
                UUID inside =
                    client
                        .baton
                        .tasks()
                        .add(transaction, TaskRequest.of(TaskType.of("T")))
                        .taskId();
                assertThat(published).isEmpty();
                return inside;
              });
      assertThat(published).extracting(Candidate::id).containsExactly(id);
    }
    assertThat(opened).isEmpty();
  }

  @Test
  void clientPausesResumesAndRetriesLikeAnyNode() throws Exception {
    try (TestNode client = client(b -> b.name("desk"));
        TestNode server = server(b -> b.define(quick).name("worker"))) {
      client.baton.cluster().pause(Pause.type("T"), "");
      server.events.await(NodeEvent.PauseChanged.class, NodeEvent.PauseChanged::paused);
      UUID id = client.add(TaskRequest.of(TaskType.of("T")));
      UUID other = client.add(TaskRequest.of(TaskType.of("T")));
      client.baton.operations().task(other).ifUnchangedSince(1).cancel("not needed");
      client.baton.cluster().resume(Pause.type("T"));
      server.completed(id, Rule.FINISH);
      assertThat(client.finished(other).status()).isEqualTo(Status.CANCELLED);
      List<Member> members = client.baton.cluster().nodes();
      assertThat(members)
          .extracting(member -> member.node().card().role())
          .containsExactly(NodeRole.CLIENT, NodeRole.SERVER);
      assertThat(members.get(0).node().card().types()).isEmpty();
      assertThat(members.get(0).node().card().buckets()).isEmpty();
    }
  }

  private TestNode client(UnaryOperator<Baton.Builder> with) {
    return TestNode.on(store, b -> with.apply(b.stores(s -> s.cluster(shared)).client()));
  }

  private TestNode server(UnaryOperator<Baton.Builder> with) {
    return TestNode.on(store, b -> with.apply(b.stores(s -> s.cluster(shared))));
  }
}
