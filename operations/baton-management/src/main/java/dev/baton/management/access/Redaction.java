package dev.baton.management.access;

/**
 * Leaves secrets out of error texts. Used on every text that came from a handler or a person before
 * it is shown; what is stored stays as it was. Called by many threads at once.
 */
@FunctionalInterface
public interface Redaction {

  /** The same text without it. */
  String apply(String text);

  /** Shows texts as they are. */
  static Redaction none() {
    return text -> text;
  }

  /**
   * Leaves out what looks like a password, secret, token or key with a name before it, the keys of
   * well-known services, PEM blocks, JSON web tokens, cookies, ids of sessions, what follows the
   * scheme in an Authorization header, bearer, basic and digest credentials, the password in a URL,
   * and the numbers of cards and bank accounts (IBAN), where their check digits are right; also
   * where they stand percent-encoded, escaped or in Base64. A guess: handlers should not put such
   * things in their errors in the first place.
   */
  static Redaction standard() {
    return new StandardRedaction();
  }
}
