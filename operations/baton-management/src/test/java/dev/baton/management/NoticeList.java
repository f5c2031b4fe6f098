package dev.baton.management;

import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentNotice.Reason;
import dev.baton.operate.incident.IncidentSink;
import dev.baton.operate.incident.Incidents;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A sink that stores the notices in memory. */
final class NoticeList implements IncidentSink {
  private static final Duration CHECK = Duration.ofSeconds(1);

  private final List<IncidentNotice> notices = new CopyOnWriteArrayList<>();

  Incidents settings() {
    return Incidents.to(this).lookEvery(CHECK).calmFor(CHECK);
  }

  @Override
  public String name() {
    return "list";
  }

  @Override
  public Answer deliver(IncidentNotice notice) {
    notices.add(notice);
    return new Answer.Accepted();
  }

  /** Returns the summaries of the notices of a kind that were sent for this reason. */
  List<String> summaries(IncidentKind kind, Reason reason) {
    return notices.stream()
        .filter(notice -> notice.kind() == kind && notice.reason() == reason)
        .map(IncidentNotice::summary)
        .toList();
  }
}
