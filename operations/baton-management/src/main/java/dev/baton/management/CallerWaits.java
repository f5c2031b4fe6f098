package dev.baton.management;

/**
 * Receives a signal when the current thread starts to wait for its caller, and another when it
 * stops waiting.
 */
interface CallerWaits {
  /** Ignores the signals, for servers that Baton doesn't own. Their host handles slow callers. */
  CallerWaits UNWATCHED =
      new CallerWaits() {
        @Override
        public void waits() {
          // No connection is ever cut off.
        }

        @Override
        public void goesOn() {
          // No connection was cut off.
        }
      };

  /** Marks the start of a section whose duration the caller determines. */
  void waits();

  /** Marks the end of that section. */
  void goesOn();
}
