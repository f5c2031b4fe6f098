package dev.baton.engine.base;

import dev.baton.task.internal.Texts;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;

/**
 * Logs failures of code outside the engine: a listener, a policy, a log. The first failure of a
 * kind is logged as a warning, later ones at level DEBUG, so that they don't flood the log.
 * Thread-safe.
 */
public final class KnownFailures {
  /** Beyond this number of kinds, new kinds are logged at level DEBUG only. */
  private static final int MAX_KINDS = 1_000;

  private final Set<String> kinds = ConcurrentHashMap.newKeySet();

  /**
   * Logs a failure. Never throws, even if the log does.
   *
   * @param of what failed, such as a type. The kind consists of this, the class of the error and
   *     the words
   * @param words the message, with a placeholder for each value of {@code about}
   */
  public void log(Logger log, String of, Throwable broken, String words, Object... about) {
    try {
      Object[] values = Arrays.copyOf(about, about.length + 1);
      values[about.length] = Texts.harmless(broken);
      String kind = of + '\n' + broken.getClass().getName() + '\n' + words;
      if (kinds.size() < MAX_KINDS && kinds.add(kind)) {
        log.warn(words + ". The same error is logged only at level DEBUG from now on", values);
      } else {
        log.debug(words, values);
      }
    } catch (Throwable unreported) {
      // The log failed, too.
    }
  }
}
