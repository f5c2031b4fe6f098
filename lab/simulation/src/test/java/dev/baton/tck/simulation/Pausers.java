package dev.baton.tck.simulation;

import dev.baton.operate.cluster.Cluster;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import java.util.List;

/** Simulated people who pause and resume types, keys and buckets. */
final class Pausers {
  private static final List<Pause> SOME =
      List.of(
          Pause.type(Types.PLAIN),
          Pause.type(Types.MONEY),
          Pause.type(Types.FLOWING),
          Pause.type(Types.ASYNC),
          Pause.key("k0"),
          Pause.key(Types.KEYED, "k1"),
          Pause.bucket(Types.SIDE_BUCKET),
          new Pause("default", null, "k2"),
          new Pause("default", Types.ONCE, ""));

  private static final List<Pause> WORK = List.of(Pause.type(Types.WORK), Pause.type(Types.CHILD));

  private final World world;
  private final Cluster cluster;
  private final Chance chance;

  Pausers(World world, Member member) {
    this.world = world;
    this.cluster = member.baton().cluster();
    this.chance = member.node().chance().split();
  }

  void run(int most) {
    for (int i = 0; i < most && !world.isCalm(); i++) {
      world.simulation().pass(chance.millis(200, 4_000));
      try {
        act();
      } catch (RuntimeException asPeopleMeetThem) {
        world.simulation().line(() -> "the pauser gets " + asPeopleMeetThem.getMessage());
      }
    }
  }

  private void act() {
    List<Paused> paused = cluster.pauses();
    cluster.nodes();
    if (!paused.isEmpty() && chance.nextBoolean()) {
      cluster.resume(chance.oneOf(paused).pause());
    } else {
      List<Pause> some = world.hasWork() && chance.nextBoolean() ? WORK : SOME;
      cluster.pause(chance.oneOf(some), "for the test");
    }
  }
}
