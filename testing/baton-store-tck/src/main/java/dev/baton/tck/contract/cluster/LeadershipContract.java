package dev.baton.tck.contract.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.Leadership;
import dev.baton.tck.contract.StoreScenario;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract of every leadership. */
public abstract class LeadershipContract {
  private static final UUID ONE = UUID.fromString("00000000-0000-4000-8000-000000000001");
  private static final UUID OTHER = UUID.fromString("f0000000-0000-4000-8000-000000000002");

  /**
   * Returns the leadership. All nodes share it, and it is the same throughout a test. No node leads
   * at the start of a test.
   */
  protected abstract Leadership leadership();

  /** Lets a term that isn't renewed end: moves the clock, or really waits. */
  protected abstract void passATerm() throws Exception;

  @Test
  void theFirstToAskLeadsAndNobodyElseDoes() {
    Optional<Duration> term = leadership().lead("sweep", ONE);
    assertThat(term).isPresent();
    assertThat(term.get()).isPositive();
    assertThat(leadership().lead("sweep", OTHER)).isEmpty();
  }

  @Test
  void aLeaderKeepsTheLeadByAsking() {
    for (int i = 0; i < 3; i++) {
      assertThat(leadership().lead("sweep", ONE)).isPresent();
      assertThat(leadership().lead("sweep", OTHER)).isEmpty();
    }
  }

  @Test
  void dutiesAreLedApart() {
    assertThat(leadership().lead("sweep", ONE)).isPresent();
    assertThat(leadership().lead("prune", OTHER)).isPresent();
    assertThat(leadership().lead("Sweep", OTHER)).isPresent();
  }

  @Test
  void dutiesOfOneNodeEndApart() throws Exception {
    assertThat(leadership().lead("sweep", ONE)).isPresent();
    assertThat(leadership().lead("prune", ONE)).isPresent();
    leadership().resign("sweep", ONE);
    assertThat(leadership().lead("prune", OTHER)).isEmpty();
    assertThat(leadership().lead("sweep", ONE)).isPresent();
    passATerm();
    assertThat(leadership().lead("sweep", ONE)).isPresent();
    assertThat(leadership().lead("prune", OTHER)).as("its term wasn't renewed").isPresent();
  }

  @Test
  void aLeadThatIsNotKeptEndsWithItsTerm() throws Exception {
    assertThat(leadership().lead("sweep", ONE)).isPresent();
    passATerm();
    assertThat(leadership().lead("sweep", OTHER)).isPresent();
    assertThat(leadership().lead("sweep", ONE)).isEmpty();
  }

  @Test
  void aResignedLeadIsFreeAtOnce() {
    assertThat(leadership().lead("sweep", ONE)).isPresent();
    leadership().resign("sweep", ONE);
    assertThat(leadership().lead("sweep", OTHER)).isPresent();
  }

  @Test
  void nobodyResignsForAnother() {
    assertThat(leadership().lead("sweep", ONE)).isPresent();
    leadership().resign("sweep", OTHER);
    leadership().resign("prune", OTHER);
    assertThat(leadership().lead("sweep", OTHER)).isEmpty();
    assertThat(leadership().lead("sweep", ONE)).isPresent();
  }

  @Test
  void oneOfEightRacersLeads() throws Exception {
    for (int round = 0; round < 5; round++) {
      String duty = "duty " + round;
      List<Optional<Duration>> terms =
          StoreScenario.race(8, () -> leadership().lead(duty, UUID.randomUUID()));
      assertThat(terms).filteredOn(Optional::isPresent).hasSize(1);
    }
  }
}
