package dev.baton.tck.simulation;

import dev.baton.operate.override.Overrides;
import java.util.List;

/** Simulated people who change cluster limits while they are in use. */
final class LimitSetters {
  private final World world;
  private final Overrides overrides;
  private final Chance chance;

  LimitSetters(World world, Member member) {
    this.world = world;
    this.overrides = member.baton().operations().by("limit-setter").overrides();
    this.chance = member.node().chance().split();
  }

  void run(int most) {
    for (int i = 0; i < most && !world.isCalm(); i++) {
      world.simulation().pass(chance.millis(300, 4_000));
      try {
        world.limits().set(overrides, chance.between(1, 5));
        if (world.takesTurns()) {
          // Drawn only for some seeds, so that the other seeds keep their histories.
          int millis = chance.oneOf(List.of(5, 20, 100));
          world.limits().rates().set(overrides, millis, chance.between(1, 8));
        }
      } catch (RuntimeException asPeopleMeetThem) {
        world.simulation().line(() -> "the setter gets " + asPeopleMeetThem.getMessage());
      }
    }
  }
}
