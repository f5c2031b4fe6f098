package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.api.NodeInfo;
import dev.baton.api.NodeInfo.Card;
import dev.baton.api.NodeRole;
import dev.baton.api.Pause;
import dev.baton.api.Paused;
import dev.baton.testkit.contract.StoreScenario;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the cluster store's contract doesn't ask: races on each database, and odd names. */
class ClusterStoreTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final int RACERS = 12;

  @ParameterizedTest
  @EnumSource
  void manyBeatsOfOneNewNodeAtOnceMakeOneNode(TestDatabase database) throws Exception {
    JdbcClusterStore store = JdbcClusterStore.of(database.clean());
    for (int round = 0; round < 5; round++) {
      Card card = card(new UUID(round, 1), "node-" + round);
      StoreScenario.race(
          RACERS,
          () -> {
            store.beat(card);
            return true;
          });
    }
    assertThat(store.nodes(DAY)).extracting(node -> node.card().name()).hasSize(5);
  }

  @ParameterizedTest
  @EnumSource
  void oneOfManyThatPauseAtOncePauses(TestDatabase database) throws Exception {
    JdbcClusterStore store = JdbcClusterStore.of(database.clean());
    for (int round = 0; round < 5; round++) {
      Pause pause = Pause.key("SEND", "partner-" + round);
      List<Boolean> answers = StoreScenario.race(RACERS, () -> store.pause(pause, "too loud"));
      assertThat(Collections.frequency(answers, true)).isOne();
      assertThat(store.pauses()).hasSize(round + 1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneOfManyThatResumeAtOnceResumes(TestDatabase database) throws Exception {
    JdbcClusterStore store = JdbcClusterStore.of(database.clean());
    store.pause(Pause.bucket("mail"), "");
    List<Boolean> answers = StoreScenario.race(RACERS, () -> store.resume(Pause.bucket("mail")));
    assertThat(Collections.frequency(answers, true)).isOne();
    assertThat(store.pauses()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aPauseOfTasksWithoutAKeyIsNotOneOfAnyKey(TestDatabase database) throws Exception {
    JdbcClusterStore store = JdbcClusterStore.of(database.clean());
    assertThat(store.pause(Pause.type("SEND"), "all")).isTrue();
    assertThat(store.pause(Pause.key("SEND", ""), "keyless")).isTrue();
    assertThat(store.pause(Pause.key("SEND", ""), "again")).isFalse();
    assertThat(store.pauses())
        .extracting(Paused::pause)
        .containsExactly(Pause.type("SEND"), Pause.key("SEND", ""));
    assertThat(store.pauses()).extracting(Paused::reason).containsExactly("all", "keyless");
    assertThat(store.resume(Pause.type("SEND"))).isTrue();
    assertThat(store.pauses()).extracting(Paused::reason).containsExactly("keyless");
  }

  @ParameterizedTest
  @EnumSource
  void namesComeBackAsTheyWere(TestDatabase database) throws Exception {
    JdbcClusterStore store = JdbcClusterStore.of(database.clean());
    SortedSet<String> types = new TreeSet<>(List.of("A,B", "ä&=%", "C D", "プ"));
    SortedSet<String> many = new TreeSet<>();
    IntStream.range(0, 1_000).forEach(i -> many.add("bucket-" + "x".repeat(80) + i));
    Card card = new Card(new UUID(-1, -1), "höst, 1", "1.0", NodeRole.CLIENT, types, many);
    store.beat(card);
    assertThat(store.nodes(DAY)).extracting(NodeInfo::card).containsExactly(card);
  }

  @ParameterizedTest
  @EnumSource
  void aNodeIsHeardOfAnewAndForgottenWhenSilent(TestDatabase database) throws Exception {
    JdbcFixture fixture = new JdbcFixture(database);
    JdbcClusterStore store = JdbcClusterStore.of(fixture.dataSource());
    Card stays = card(new UUID(1, 1), "a");
    Card falls = card(new UUID(1, 2), "b");
    store.beat(stays);
    store.beat(falls);
    fixture.age(Duration.ofHours(1));
    store.beat(stays);
    NodeInfo heard = store.nodes(Duration.ofMinutes(5)).get(0);
    assertThat(heard.card()).isEqualTo(stays);
    assertThat(Duration.between(heard.startedAt(), heard.heardAt()))
        .isBetween(Duration.ofMinutes(59), Duration.ofMinutes(70));
    assertThat(store.nodes(DAY)).hasSize(2);
    assertThat(store.forget(Duration.ofMinutes(5))).isOne();
    assertThat(store.nodes(DAY)).hasSize(1);
    store.leave(stays.id());
    assertThat(store.nodes(DAY).get(0).leftAt()).isNotNull();
  }

  private static Card card(UUID id, String name) {
    return new Card(
        id, name, "test", NodeRole.SERVER, new TreeSet<>(List.of("SEND")), new TreeSet<>());
  }
}
