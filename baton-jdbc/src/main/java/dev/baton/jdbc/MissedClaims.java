package dev.baton.jdbc;

import dev.baton.spi.TaskStore.ClaimRequest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * What claims of many have missed. Others have claimed most of it, and nobody will ask for it
 * again. So a task is looked at closely, whether only a lock has left its mark on it, when it is
 * missed a second time: who is still ready is soon found and asked for again. Thread-safe.
 */
final class MissedClaims {
  private static final int MOST = 4_096;

  private final Set<UUID> once = new LinkedHashSet<>();

  /** Those of them that have been missed before. */
  synchronized List<ClaimRequest> again(List<ClaimRequest> missed) {
    List<ClaimRequest> again = new ArrayList<>();
    for (ClaimRequest request : missed) {
      if (!once.add(request.id())) {
        again.add(request);
        once.remove(request.id());
      }
    }
    for (Iterator<UUID> eldest = once.iterator(); once.size() > MOST; ) {
      eldest.next();
      eldest.remove();
    }
    return again;
  }
}
