package dev.baton.management.http;

/**
 * What every answer tells the browser. Nothing may come from elsewhere, no script may stand in the
 * page, and nothing is kept but what says that it may be: a text that was stored to do harm finds
 * no way to run.
 */
public final class StrictHeaders {
  static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private StrictHeaders() {}

  /** The same answer with all of them. */
  public static Response on(Response response) {
    String kept = response.header("Cache-Control");
    return response
        .with("Cache-Control", kept.isEmpty() ? "no-store" : kept)
        .with("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        .with("Referrer-Policy", "no-referrer")
        .with("X-Content-Type-Options", "nosniff");
  }
}
