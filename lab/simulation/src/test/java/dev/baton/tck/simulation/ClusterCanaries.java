package dev.baton.tck.simulation;

import dev.baton.api.error.StoreException;
import dev.baton.operate.cluster.NodeInfo;
import dev.baton.operate.cluster.Pause;
import dev.baton.operate.cluster.Paused;
import dev.baton.spi.AuditNote;
import dev.baton.spi.ClusterStore;
import dev.baton.spi.Switches;
import dev.baton.spi.TaskStore;
import dev.baton.task.row.Task;
import dev.baton.tck.StoreWrapper;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Engines that ignore pauses and overrides, or that mistake their role. */
final class ClusterCanaries {
  private ClusterCanaries() {}

  static List<Canary> all() {
    return List.of(
        new Canary("pause ignored", new PauseIgnored()),
        new Canary("pause ignored by local dispatch", new IgnoredByLocalDispatch()),
        new Canary("pause forgotten while the store is away", new ForgottenWhileAway()),
        new Canary("pause noticed late", new NoticedLate()),
        new Canary("pause read only after the start", new ReadAfterTheStart()),
        new Canary("overrides that nobody hears of", new OverridesUnheard()),
        new Canary("client that claims", new ClientClaims()));
  }

  private static class PauseIgnored implements Sabotage {
    @Override
    public ClusterStore cluster(SimulatedNode node, SimulatedMemory database, ClusterStore real) {
      return new ClusterWrapper(database, real) {
        @Override
        public List<Paused> pauses() {
          super.pauses();
          return List.of();
        }
      };
    }
  }

  /**
   * An engine that knows of no pause, and a store that returns nothing that the engine claims in
   * spite of one.
   */
  private static final class IgnoredByLocalDispatch implements Sabotage {
    @Override
    public ClusterStore cluster(SimulatedNode node, SimulatedMemory database, ClusterStore real) {
      return new ClusterWrapper(database, real) {
        @Override
        public List<Paused> pauses() {
          return List.of();
        }
      };
    }

    @Override
    public TaskStore store(SimulatedNode node, SimulatedDatabase database, TaskStore real) {
      return new StoreWrapper(real) {
        @Override
        public List<Task> claim(UUID owner, Duration lease, List<ClaimRequest> requests) {
          List<ClaimRequest> allowed =
              requests.stream().filter(request -> !isPaused(database, request.id())).toList();
          return super.claim(owner, lease, allowed);
        }
      };
    }

    private static boolean isPaused(SimulatedDatabase database, UUID id) {
      Task task = database.committed().find(id).orElse(null);
      return task != null
          && database.pauses().stream()
              .anyMatch(
                  paused ->
                      paused
                          .pause()
                          .matches(task.spec().bucket(), task.spec().type(), task.spec().key()));
    }
  }

  private static final class ForgottenWhileAway implements Sabotage {
    @Override
    public ClusterStore cluster(SimulatedNode node, SimulatedMemory database, ClusterStore real) {
      return new ClusterWrapper(database, real) {
        @Override
        public List<Paused> pauses() {
          try {
            return super.pauses();
          } catch (StoreException away) {
            return List.of();
          }
        }
      };
    }
  }

  /** Behaves as if the engine read pauses every three seconds. */
  private static final class NoticedLate implements Sabotage {
    @Override
    public ClusterStore cluster(SimulatedNode node, SimulatedMemory database, ClusterStore real) {
      return new ClusterWrapper(database, real) {
        private List<Paused> last = List.of();
        private long readNanos = -1;

        @Override
        public List<Paused> pauses() {
          long now = node.simulation().nowNanos();
          if (readNanos < 0 || now - readNanos > Duration.ofSeconds(3).toNanos()) {
            last = super.pauses();
            readNanos = now;
          }
          return last;
        }
      };
    }
  }

  /** Returns no pause to a node's first read. */
  private static final class ReadAfterTheStart implements Sabotage {
    @Override
    public ClusterStore cluster(SimulatedNode node, SimulatedMemory database, ClusterStore real) {
      return new ClusterWrapper(database, real) {
        private boolean asked;

        @Override
        public List<Paused> pauses() {
          if (!asked) {
            asked = true;
            return List.of();
          }
          return super.pauses();
        }
      };
    }
  }

  private static final class OverridesUnheard implements Sabotage {
    @Override
    public ClusterStore cluster(SimulatedNode node, SimulatedMemory database, ClusterStore real) {
      return new ClusterWrapper(database, real) {
        @Override
        public Switches switches() {
          return new Switches(pauses(), List.of());
        }
      };
    }
  }

  private static final class ClientClaims implements Sabotage {
    @Override
    public boolean clientsAreServers() {
      return true;
    }
  }

  private static class ClusterWrapper implements ClusterStore {
    private final SimulatedMemory database;
    private final ClusterStore real;

    ClusterWrapper(SimulatedMemory database, ClusterStore real) {
      this.database = database;
      this.real = real;
    }

    @Override
    public Switches switches() {
      return new Switches(pauses(), database.clusterRows().switches().overrides());
    }

    @Override
    public void beat(NodeInfo.Card node) {
      real.beat(node);
    }

    @Override
    public void leave(UUID node) {
      real.leave(node);
    }

    @Override
    public List<NodeInfo> nodes(Duration within) {
      return real.nodes(within);
    }

    @Override
    public int forget(Duration silentFor) {
      return real.forget(silentFor);
    }

    @Override
    public boolean pause(Pause pause, String reason, AuditNote note) {
      return real.pause(pause, reason, note);
    }

    @Override
    public boolean resume(Pause pause, AuditNote note) {
      return real.resume(pause, note);
    }

    @Override
    public List<Paused> pauses() {
      return real.pauses();
    }
  }
}
