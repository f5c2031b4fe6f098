package dev.baton.engine.base;

import dev.baton.task.internal.Texts;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;

/**
 * Logs failures of other code: a listener, a policy, a log. The first of a kind is a warning; from
 * then on the kind is logged at level DEBUG, so that nothing floods what people read. Thread-safe.
 */
public final class KnownFailures {
  /** Beyond so many kinds none is a warning any more. */
  private static final int MAX_KINDS = 1_000;

  private final Set<String> kinds = ConcurrentHashMap.newKeySet();

  /**
   * Logs a failure. Never throws, also where the log does.
   *
   * @param of what failed, such as a type; with the class of the error and the words this is its
   *     kind
   * @param words what to log, with a place for each of what it is about
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
      // The log is broken, too.
    }
  }
}
