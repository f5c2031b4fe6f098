package dev.baton.testkit.simulation;

import dev.baton.api.override.Overrides;

/** People who change a limit of the cluster while it is in use. */
final class LimitSetters {
  private final World world;
  private final Overrides overrides;
  private final Chance chance;

  LimitSetters(World world, Member member) {
    this.world = world;
    this.overrides = member.baton().operations().as("limit-setter").overrides();
    this.chance = member.node().chance().split();
  }

  void run(int most) {
    for (int i = 0; i < most && !world.isCalm(); i++) {
      world.simulation().pass(chance.millis(300, 4_000));
      try {
        world.limits().set(overrides, chance.between(1, 5));
      } catch (RuntimeException asPeopleMeetThem) {
        world.simulation().line(() -> "the setter meets " + asPeopleMeetThem.getMessage());
      }
    }
  }
}
