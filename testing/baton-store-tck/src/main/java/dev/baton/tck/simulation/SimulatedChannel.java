package dev.baton.tck.simulation;

import dev.baton.spi.TriggerChannel;
import dev.baton.task.row.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One node's connection to the network that carries hints. Hints get lost, duplicated, delayed and
 * reordered.
 */
public final class SimulatedChannel implements TriggerChannel {
  private static final int TYPICAL_MICROS = 3_000;
  private static final int LATE_MILLIS = 5_000;

  private final SimulatedNode node;
  private final SimulatedDatabase world;
  private final Network network;
  private @Nullable Receiver receiver;

  /** Connects the channels of all nodes. */
  public static final class Network {
    private final List<SimulatedChannel> channels = new ArrayList<>();
  }

  /**
   * Creates the channel of a node.
   *
   * @param world the database whose faults apply
   */
  public SimulatedChannel(SimulatedNode node, SimulatedDatabase world, Network network) {
    this.node = node;
    this.world = world;
    this.network = network;
  }

  @Override
  public void open(Collection<String> buckets, Receiver to) {
    node.require();
    receiver = to;
    network.channels.add(this);
    node.onCrash(() -> network.channels.remove(this));
  }

  @Override
  public void publish(List<Candidate> ready) {
    node.require();
    List<Candidate> hints = List.copyOf(ready);
    toOthers(receiver -> receiver.ready(hints));
  }

  @Override
  public void publish(CompletionNotice notice) {
    node.require();
    toOthers(receiver -> receiver.noticed(notice));
  }

  private void toOthers(Consumer<Receiver> what) {
    for (SimulatedChannel other : List.copyOf(network.channels)) {
      if (other != this) {
        send(other, what);
      }
    }
    node.simulation().step("publish");
  }

  @Override
  public void close() {
    node.require();
    network.channels.remove(this);
    receiver = null;
  }

  private void send(SimulatedChannel to, Consumer<Receiver> what) {
    Faults.HintFaults faults = world.faults().hints();
    Chance chance = world.chance();
    if (chance.happens(faults.lost())) {
      world.countFault();
      return;
    }
    int copies = chance.happens(faults.doubled()) ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      Duration delay =
          chance.happens(faults.late())
              ? chance.millis(1, LATE_MILLIS)
              : Duration.ofNanos(1_000L * chance.nextInt(TYPICAL_MICROS));
      Simulation simulation = node.simulation();
      simulation.at(simulation.after(delay), () -> to.deliver(what));
    }
  }

  private void deliver(Consumer<Receiver> what) {
    Receiver to = receiver;
    if (to != null && !node.isDead()) {
      what.accept(to);
    }
  }
}
