package dev.baton.tck.simulation;

import dev.baton.api.Tasks;
import dev.baton.handler.MoveDecision;
import dev.baton.handler.MoveResult;
import dev.baton.handler.internal.RowDecision;
import dev.baton.handler.internal.RowSignals;
import dev.baton.spi.Transactions;
import dev.baton.task.row.Task;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Simulated programs on any node that send signals to tasks, while the tasks check for signals
 * themselves.
 */
final class Signallers {
  private final World world;
  private final Tasks tasks;
  private final @Nullable Transactions transactions;
  private final Chance chance;

  Signallers(World world, Member member) {
    this.world = world;
    this.tasks = member.baton().tasks();
    this.transactions = world.isCore() ? null : member.transactions();
    this.chance = member.node().chance().split();
  }

  void run(int most) {
    for (int i = 0; i < most && !world.isCalm(); i++) {
      world.simulation().pass(chance.millis(0, 700));
      List<UUID> talks = world.history().ids(TalkCheck::isTalk);
      if (!talks.isEmpty()) {
        signal(chance.oneOf(talks));
      }
    }
  }

  private void signal(UUID id) {
    SimulatedThread self = world.simulation().running();
    String news = world.talks().next();
    int rewinds = world.history().rewinds();
    world.runs().permit(id);
    world.history().operator(self, true);
    try {
      MoveResult result =
          transactions == null || chance.nextBoolean()
              ? RowSignals.of(tasks).signal(id, task -> react(task, news))
              : transactions.call(
                  transaction -> {
                    MoveResult inside =
                        RowSignals.of(tasks).signal(transaction, id, task -> react(task, news));
                    if (chance.happens(0.2)) {
                      throw new Mishap("no news today");
                    }
                    return inside;
                  });
      if (result.wasApplied() && world.history().rewinds() == rewinds) {
        world.talks().mustBeThere(id, news);
      }
    } catch (Exception asProgramsMeetThem) {
      world.simulation().line(() -> "the signaller gets " + asProgramsMeetThem.getMessage());
    } finally {
      world.history().operator(self, false);
    }
  }

  private MoveDecision react(Task task, String news) {
    return switch (chance.nextInt(8)) {
      case 0 -> RowDecision.notWanted();
      case 1, 2 ->
          RowDecision.park(chance.millis(0, 500), TalkCheck.TOLD, TalkCheck.with(task, news));
      default -> RowDecision.goTo(TalkCheck.TOLD, TalkCheck.with(task, news));
    };
  }
}
