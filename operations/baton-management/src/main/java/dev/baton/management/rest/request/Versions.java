package dev.baton.management.rest.request;

import dev.baton.management.http.Response;
import org.jspecify.annotations.Nullable;

/** Reads the version of the task that the caller saw. */
public final class Versions {
  public static final Field VERSION =
      Field.integer(
          "version", 1, Long.MAX_VALUE, "The version that you read; not needed with If-Match");

  private Versions() {}

  /** Returns the version of If-Match or of the body. If both are given, they must be equal. */
  public static long seen(Call call) {
    @Nullable Long said = call.body().number("version");
    String match = call.request().header("If-Match");
    if (match == null && said == null) {
      throw HttpProblem.field(
          "version", "is missing: send the version that you read, here or as If-Match: \"7\"");
    }
    long tagged = match == null ? 0 : parsed(match);
    if (said == null) {
      return tagged;
    }
    if (match != null && tagged != said) {
      throw HttpProblem.field("version", "differs from If-Match");
    }
    return said;
  }

  public static Response tagged(Response response, long version) {
    return response.with("ETag", "\"" + version + "\"");
  }

  private static long parsed(String match) {
    String number =
        match.length() > 2 && match.startsWith("\"") && match.endsWith("\"")
            ? match.substring(1, match.length() - 1)
            : match;
    try {
      return (Long) VERSION.read(number);
    } catch (IllegalArgumentException notOne) {
      throw HttpProblem.field("version", "If-Match should be one version such as \"7\"");
    }
  }
}
