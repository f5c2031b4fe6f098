package dev.baton.management.rest.request;

import java.util.Arrays;
import java.util.Locale;

/** Kinds of problems, as in RFC 9457. Each has a type, a title and a status. */
public enum ProblemKind {
  /** The first kind of each status is the usual one. */
  INVALID_REQUEST(400, "The request is invalid"),
  INVALID_FIELD(400, "A field is invalid"),
  SEARCH_TOO_WIDE(400, "The search takes too long"),
  UNKNOWN_CALLER(401, "The caller is unknown"),
  FORBIDDEN(403, "The caller may not do this"),
  NOT_FOUND(404, "Not found"),
  METHOD_NOT_ALLOWED(405, "The method is not allowed"),
  NOT_ALLOWED_NOW(409, "The change is not possible now"),
  UNKNOWN_NAME(409, "No node knows the name"),
  CHANGED_SINCE(409, "The task has changed since it was seen"),
  BODY_TOO_LARGE(413, "The body is too large"),
  UNSUPPORTED_MEDIA_TYPE(415, "The media type is not supported"),
  WRONG_HOST(421, "The host is wrong"),
  FAILED(500, "The request failed"),
  NOT_CONFIGURED(501, "The node isn't configured for this"),
  UNAVAILABLE(503, "The database is not available"),
  COMMIT_UNKNOWN(503, "The result of the commit is unknown");

  private static final String PREFIX = "urn:baton:problem:";

  private final int status;
  private final String title;

  ProblemKind(int status, String title) {
    this.status = status;
    this.title = title;
  }

  /** Returns the usual kind with this status. */
  static ProblemKind of(int status) {
    return Arrays.stream(values())
        .filter(kind -> kind.status == status)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No problem has the status " + status));
  }

  public int status() {
    return status;
  }

  /** Returns the title for people, which is the same for each problem of the kind. */
  public String title() {
    return title;
  }

  /** Returns the type for programs, such as {@code urn:baton:problem:changed-since}. */
  public String type() {
    return PREFIX + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
