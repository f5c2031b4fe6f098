package dev.baton.management.http;

/**
 * Security headers of every response. The browser loads nothing from other sites, runs no inline
 * script, and caches only responses that allow it. A harmful text in the database therefore can't
 * run as a script.
 */
public final class StrictHeaders {
  static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private StrictHeaders() {}

  /** Returns the response with all of these headers. */
  public static Response on(Response response) {
    String kept = response.header("Cache-Control");
    return response
        .with("Cache-Control", kept.isEmpty() ? "no-store" : kept)
        .with("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        .with("Referrer-Policy", "no-referrer")
        .with("X-Content-Type-Options", "nosniff");
  }
}
