package dev.baton.management;

/** Is told when the current thread waits for its caller, and when it doesn't any more. */
interface CallerWaits {
  /** Of a server that isn't ours: its host sees to that. */
  CallerWaits UNWATCHED =
      new CallerWaits() {
        @Override
        public void waits() {
          // Nobody is cut off.
        }

        @Override
        public void goesOn() {
          // Nobody was cut off.
        }
      };

  /** From here on what the thread does takes as long as its caller likes. */
  void waits();

  /** From here on it doesn't. */
  void goesOn();
}
