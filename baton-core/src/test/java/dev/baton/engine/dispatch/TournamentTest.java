package dev.baton.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The tournament against a scan of all who take part. */
final class TournamentTest {
  private static final int SEEDS = 100;
  private static final int STEPS = 500;

  @Test
  void nobodyIsFirstOfNone() {
    Tournament tournament = new Tournament();
    assertThat(tournament.first()).isNull();
    Player alone = new Player();
    tournament.place(alone);
    assertThat(tournament.first()).isNull();
    alone.head = Candidates.of(1, "T", "", 5, 1);
    tournament.place(alone);
    assertThat(tournament.first()).isSameAs(alone);
    alone.head = null;
    tournament.place(alone);
    assertThat(tournament.first()).isNull();
  }

  @Test
  void theFirstIsWhoAScanFinds() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      Tournament tournament = new Tournament();
      List<Player> players = new ArrayList<>();
      int most = 1 + random.nextInt(40);
      for (int step = 0; step < STEPS; step++) {
        if (players.size() < most && random.nextInt(4) == 0) {
          players.add(new Player());
        }
        if (!players.isEmpty()) {
          Player player = players.get(random.nextInt(players.size()));
          change(player, random, step);
          tournament.place(player);
        }
        assertThat(tournament.first()).as("seed %d, step %d", seed, step).isSameAs(scan(players));
      }
    }
  }

  private static void change(Player player, Random random, int step) {
    switch (random.nextInt(6)) {
      case 0 -> player.head = null;
      case 1 -> player.refusedFrom = random.nextInt(10);
      case 2 -> player.refusedFrom = -1;
      // Few times of arrival, so that ids decide now and then.
      default ->
          player.head = Candidates.of(step, "T", "", 4 + random.nextInt(3), random.nextInt(5));
    }
  }

  private static @Nullable Player scan(List<Player> players) {
    return players.stream()
        .filter(Headed::isOpen)
        .min(
            Comparator.comparing(
                player -> Objects.requireNonNull(player.head), CandidateOrder::compare))
        .orElse(null);
  }

  /** A flow or type of which nothing but its head is known. */
  private static final class Player extends Headed {
    private @Nullable Candidate head;

    @Override
    @Nullable Candidate head() {
      return head;
    }

    @Override
    long headRank() {
      return CandidateOrder.rank(Objects.requireNonNull(head));
    }
  }
}
