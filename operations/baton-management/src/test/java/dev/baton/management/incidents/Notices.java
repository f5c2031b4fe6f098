package dev.baton.management.incidents;

import dev.baton.handler.TypeMetadata.Criticality;
import dev.baton.operate.incident.IncidentKind;
import dev.baton.operate.incident.IncidentNotice;
import dev.baton.operate.incident.IncidentNotice.Reason;
import java.net.URI;
import java.time.Instant;
import java.util.UUID;

/** Notices to deliver. */
final class Notices {
  static final UUID ID = UUID.fromString("0a8f3c52-1111-4222-8333-444455556666");
  static final String KEY = "baton-" + ID;
  static final Instant OPENED = Instant.parse("2026-03-01T08:30:00.123456Z");
  static final Instant AT = OPENED.plusSeconds(90);

  private Notices() {}

  static IncidentNotice opened() {
    return notice(1, Reason.OPENED, 3, Criticality.NORMAL, "PAYOUT \"Ü\" <b>");
  }

  static IncidentNotice resolved() {
    return notice(2, Reason.RESOLVED, 0, Criticality.NORMAL, "PAYOUT \"Ü\" <b>");
  }

  static IncidentNotice of(Criticality criticality) {
    return notice(1, Reason.OPENED, 1, criticality, "T");
  }

  static IncidentNotice ofLongType() {
    return notice(1, Reason.OPENED, 1, Criticality.NORMAL, "\uD83D\uDE80".repeat(60));
  }

  private static IncidentNotice notice(
      int number, Reason reason, long tasks, Criticality criticality, String type) {
    return new IncidentNotice(
        ID,
        number,
        reason,
        IncidentKind.ERROR,
        tasks,
        OPENED,
        AT,
        new IncidentNotice.Subject(
            type,
            "payouts",
            "team-pay",
            criticality,
            URI.create("https://ops.example.com/baton#/tasks?status=ERROR&type=PAYOUT")));
  }
}
