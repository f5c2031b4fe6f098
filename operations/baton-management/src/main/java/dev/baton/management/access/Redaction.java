package dev.baton.management.access;

/**
 * Removes secrets from error texts. Baton applies it to every text of a handler or a person before
 * showing it. The stored text is unchanged. Called by many threads at once.
 */
@FunctionalInterface
public interface Redaction {

  /** Returns the text without secrets. */
  String apply(String text);

  /** Returns a redaction that shows texts unchanged. */
  static Redaction none() {
    return text -> text;
  }

  /**
   * Returns a redaction that removes what looks like a secret. It also finds secrets that are
   * percent-encoded, escaped or in Base64:
   *
   * <ul>
   *   <li>a password, secret, token or key after its name
   *   <li>keys of well-known services
   *   <li>PEM blocks, JSON web tokens, cookies and session ids
   *   <li>the credentials in an Authorization header, also bearer, basic and digest credentials
   *       elsewhere
   *   <li>the password in a URL
   *   <li>card numbers and bank account numbers (IBAN) with correct check digits
   * </ul>
   *
   * <p>This is a heuristic. Handlers should not put such data in their errors in the first place.
   */
  static Redaction standard() {
    return new StandardRedaction();
  }
}
