package dev.baton.management;

import dev.baton.operate.cluster.StoreWarning;
import dev.baton.operate.cluster.StoreWarning.Kind;
import dev.baton.spi.TaskStore;
import dev.baton.spi.core.StoreReport;
import dev.baton.tck.StoreWrapper;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A server that is behind an earlier one, until a person accepts it. */
public final class OlderServer extends StoreWrapper {
  private volatile boolean accepted;

  public OlderServer(TaskStore real) {
    super(real);
  }

  public boolean isAccepted() {
    return accepted;
  }

  @Override
  public Optional<StoreReport> report() {
    StoreWarning older = new StoreWarning(Kind.OLDER_SERVER, "timeline 1");
    return Optional.of(new StoreReport(Instant.now(), accepted ? List.of() : List.of(older)));
  }

  @Override
  public void accept() {
    accepted = true;
  }
}
