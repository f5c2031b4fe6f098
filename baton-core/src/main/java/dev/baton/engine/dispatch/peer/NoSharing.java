package dev.baton.engine.dispatch.peer;

import dev.baton.spi.TaskStore.Share;
import dev.baton.task.Candidate;
import dev.baton.task.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Each node reads everything. */
final class NoSharing implements WorkSharing {
  @Override
  public boolean claimed(int asked, int missed) {
    return false;
  }

  @Override
  public Function<Flow, Share> nextFetch() {
    return flow -> Share.WHOLE;
  }

  @Override
  public boolean helpsOthers() {
    return false;
  }

  @Override
  public Parts nextScan(int flows, boolean helps, @Nullable Candidate next) {
    return (head, hasMore) -> Part.ALL;
  }
}
