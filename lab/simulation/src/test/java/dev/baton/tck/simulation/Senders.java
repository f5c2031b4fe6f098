package dev.baton.tck.simulation;

import dev.baton.api.SignalType;
import dev.baton.api.Signals.Delivery;
import dev.baton.api.Tasks;
import dev.baton.spi.Transactions;
import dev.baton.task.Bytes;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Simulated programs on any node that send signals by name to tasks that may await them. */
final class Senders {
  private final World world;
  private final Tasks tasks;
  private final @Nullable Transactions transactions;
  private final Chance chance;

  Senders(World world, Member member) {
    this.world = world;
    this.tasks = member.baton().tasks();
    this.transactions = world.isCore() ? null : member.transactions();
    this.chance = member.node().chance().split();
  }

  void run(int most) {
    for (int i = 0; i < most && !world.isCalm(); i++) {
      world.simulation().pass(chance.millis(0, 500));
      List<UUID> noted =
          world
              .history()
              .ids(row -> row.live() != null && (RowRules.isNoted(row) || WorkCheck.isWork(row)));
      if (!noted.isEmpty()) {
        send(chance.oneOf(noted));
      }
    }
  }

  /** Sends a signal to each task that still waits. Without it the task would wait forever. */
  void sendToAll() {
    world.mail().waiting(world.database().now()).forEach(this::send);
  }

  private void send(UUID id) {
    SimulatedThread self = world.simulation().running();
    Bytes value = world.mail().next();
    Object life = world.mail().life(id);
    int rewinds = world.history().rewinds();
    world.runs().permit(id);
    world.history().operator(self, true);
    try {
      Delivery delivery =
          transactions == null || chance.nextBoolean()
              ? tasks.signal(id, SignalType.of(MailCheck.NAME, Bytes.class), value)
              : transactions.call(
                  transaction -> {
                    Delivery inside =
                        tasks.signal(
                            transaction, id, SignalType.of(MailCheck.NAME, Bytes.class), value);
                    if (!world.isCalm() && chance.happens(0.2)) {
                      throw new Mishap("nothing to say");
                    }
                    return inside;
                  });
      boolean isSent = delivery == Delivery.AWAITED || delivery == Delivery.KEPT;
      if (isSent && world.history().rewinds() == rewinds) {
        world.mail().sent(id, life, value);
      }
    } catch (Exception asProgramsMeetThem) {
      world.simulation().line(() -> "the sender gets " + asProgramsMeetThem.getMessage());
    } finally {
      world.history().operator(self, false);
    }
  }
}
