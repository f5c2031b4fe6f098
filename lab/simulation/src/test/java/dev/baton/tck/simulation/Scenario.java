package dev.baton.tck.simulation;

import dev.baton.cluster.NodeSettings;
import java.time.Duration;

/**
 * The settings of one seed.
 *
 * @param mood how bad the world is
 * @param nodes number of nodes
 * @param settings settings of each node
 * @param chaos duration of the faults
 * @param deadline deadline of each attempt
 * @param pausing whether people pause and resume
 * @param flood whether many tasks are added at once, in batches of full size
 * @param withClient whether the last of several nodes is a client
 */
record Scenario(
    Mood mood,
    int nodes,
    NodeSettings settings,
    Duration chaos,
    Duration deadline,
    Dangers dangers,
    boolean pausing,
    boolean withClient,
    boolean flood) {

  /** The severity of the faults. */
  enum Mood {
    /** One node, one slot and no faults, so that the order is known. */
    CALM,
    /** Responses are lost, but no lease is ever lost. */
    MILD,
    /** All faults. */
    WILD
  }

  /** The great dangers of a world, in addition to the faults of each call. */
  record Dangers(
      boolean crashes,
      boolean pauses,
      boolean outages,
      boolean failovers,
      boolean restarts,
      boolean bucketStops) {
    static final Dangers NONE = new Dangers(false, false, false, false, false, false);
  }

  static Scenario of(Chance chance) {
    int kind = chance.nextInt(20);
    Mood mood = kind == 0 ? Mood.CALM : kind < 4 ? Mood.MILD : Mood.WILD;
    Duration lease = mood == Mood.WILD ? chance.millis(400, 3_000) : chance.millis(3_000, 6_000);
    NodeSettings settings =
        NodeSettings.defaults()
            .lease(lease)
            .poll(chance.millis(100, 1_500))
            .sweep(chance.millis(50, 600))
            .hintExpiry(chance.millis(500, 8_000))
            .maxRunning(mood == Mood.CALM ? 1 : chance.between(3, 12))
            .completionBatch(chance.oneOf(java.util.List.of(1, 3, 200)))
            .shutdown(chance.millis(0, 3_000))
            .keepDone(Duration.ofHours(1))
            .keepFailed(Duration.ofHours(1));
    Dangers dangers =
        mood == Mood.WILD
            ? new Dangers(
                chance.happens(0.7),
                chance.happens(0.6),
                chance.happens(0.5),
                chance.happens(0.4),
                chance.happens(0.6),
                chance.happens(0.3))
            : Dangers.NONE;
    return new Scenario(
        mood,
        mood == Mood.CALM ? 1 : chance.between(1, 4),
        settings,
        chance.millis(4_000, 15_000),
        chance.millis(1_000, 4_000),
        dangers,
        mood != Mood.CALM && chance.happens(0.5),
        chance.happens(0.3),
        false);
  }

  /** Returns this scenario without faults that cost a lease. */
  Scenario gentle() {
    return with(Mood.MILD, settings.lease(settings.lease().plusSeconds(3)), Dangers.NONE);
  }

  /** Returns this scenario with faults that may cost a lease. */
  Scenario harsh() {
    return with(Mood.WILD, settings, dangers);
  }

  private Scenario with(Mood other, NodeSettings others, Dangers which) {
    return new Scenario(other, nodes, others, chaos, deadline, which, pausing, withClient, flood);
  }

  /** Returns this scenario without the features that a store without transactions doesn't have. */
  Scenario ofCore() {
    Dangers its =
        new Dangers(
            dangers.crashes(),
            dangers.pauses(),
            dangers.outages(),
            false,
            dangers.restarts(),
            dangers.bucketStops());
    return new Scenario(mood, nodes, settings, chaos, deadline, its, false, withClient, flood);
  }

  /** Returns this scenario with many tasks at once and capacity for them. */
  Scenario flooded() {
    return new Scenario(
        mood,
        nodes,
        settings.maxRunning(300).completionBatch(200),
        chaos,
        deadline,
        dangers,
        pausing,
        withClient,
        true);
  }
}
