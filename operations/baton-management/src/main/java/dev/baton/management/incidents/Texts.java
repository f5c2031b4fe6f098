package dev.baton.management.incidents;

import dev.baton.operate.incident.IncidentNotice;
import java.util.LinkedHashMap;
import java.util.Map;

/** Converts texts to the forms that alerting services accept. */
final class Texts {
  private Texts() {}

  /** Cuts the text to this length, never between the two halves of a surrogate pair. */
  static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = most - 1;
    if (Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end) + "…";
  }

  /** Returns the facts of a notice, for fields that accept any name. */
  static Map<String, String> facts(IncidentNotice notice) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("incident", notice.incident().toString());
    facts.put("notice", Integer.toString(notice.number()));
    facts.put("reason", notice.reason().name());
    facts.put("kind", notice.kind().name());
    facts.put("name", notice.subject().name());
    facts.put("tasks", Long.toString(notice.tasks()));
    facts.put("openedAt", notice.openedAt().toString());
    facts.put("criticality", notice.subject().criticality().name());
    if (notice.subject().owner() != null) {
      facts.put("owner", notice.subject().owner());
    }
    return facts;
  }
}
