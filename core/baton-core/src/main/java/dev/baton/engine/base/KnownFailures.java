package dev.baton.engine.base;

import dev.baton.task.internal.Texts;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;

/**
 * Logs exceptions of the user's code, such as listeners, booking policies and failure logs. The
 * first failure of a kind is a warning. Later ones are at level DEBUG. Thread-safe.
 */
public final class KnownFailures {
  /**
   * Maximum number of kinds that are logged as a warning. Failures of further kinds are logged at
   * level DEBUG only.
   */
  private static final int MAX_KINDS = 1_000;

  private final Set<String> kinds = ConcurrentHashMap.newKeySet();

  /**
   * Logs a failure. This method never throws, even if the log does.
   *
   * @param of what has failed, such as a type. Together with the class of the error and {@code
   *     words}, it identifies the kind
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
      // The log has failed, too. Nothing more can be done here.
    }
  }
}
