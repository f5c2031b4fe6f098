package dev.baton.management.rest.request;

import dev.baton.management.access.Principal;
import dev.baton.management.http.Response;
import dev.baton.task.Bytes;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/**
 * Reads the parts of a view, each on its own thread. A request waits only briefly: a part that
 * takes longer is ready for a later request. Simultaneous requests of one user for the same part
 * share one read, so many tabs cost as much as one tab. Thread-safe.
 */
public final class Panels {
  /** Maximum wait of a request. */
  public static final Duration WAIT = Duration.ofMillis(2_500);

  /** Time limit for a part: more than for a request that someone waits for. */
  private static final Duration LONGEST = Duration.ofSeconds(20);

  /** A part that takes less time than this to read isn't cached: each request reads it again. */
  private static final long FAST_NANOS = Duration.ofMillis(500).toNanos();

  /** Maximum age of a response that is shown while a new one is being read. */
  private static final long USABLE_NANOS = Duration.ofSeconds(30).toNanos();

  private static final long THREAD_IDLE_SECONDS = 30;
  private static final int MAX_QUEUED = 200;
  private static final int MAX_KNOWN = 200;

  /**
   * A part of a view.
   *
   * @param query percent-encoded; null for none
   */
  public record Panel(String name, String path, @Nullable String query) {}

  private record Key(Principal principal, String outerPath, Panel panel) {}

  /** The latest response of a part, and whether it is being read again. */
  private static final class State {
    private boolean isBeingRead;
    private @Nullable Response latest;
    private long beganNanos;
    private long tookNanos;

    /** Returns whether the response is still fresh. It stays fresh for as long as its read took. */
    private boolean isFresh() {
      return latest != null && System.nanoTime() - beganNanos < 2 * tookNanos;
    }
  }

  private final Map<Key, State> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, State> eldest) {
          return size() > MAX_KNOWN;
        }
      };

  private final ExecutorService threads;

  /** Creates panels with a maximum number of simultaneous reads. */
  public Panels(int atATime) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            atATime,
            atATime,
            THREAD_IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_QUEUED),
            work -> {
              Thread thread = new Thread(null, work, "baton-panels", 0, false);
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    threads = pool;
  }

  /**
   * Returns the response of each part: its status and body, or that it is still being read.
   *
   * @param wait maximum wait for parts that are being read
   */
  public ObjectNode show(Call call, List<Panel> panels, Duration wait) {
    List<State> states = panels.stream().map(panel -> reading(call, panel)).toList();
    synchronized (this) {
      await(states, wait);
      ObjectNode node = Json.object();
      ObjectNode shown = node.putObject("panels");
      for (int i = 0; i < panels.size(); i++) {
        put(shown.putObject(panels.get(i).name()), states.get(i));
      }
      return node;
    }
  }

  private synchronized State reading(Call call, Panel panel) {
    Key key = new Key(call.caller().principal(), call.request().outerPath(), panel);
    State state = known.computeIfAbsent(key, absent -> new State());
    if (!state.isBeingRead && !state.isFresh()) {
      state.isBeingRead = true;
      try {
        threads.execute(() -> read(call, key, state));
      } catch (RejectedExecutionException crowded) {
        ended(key, state, tooMany(), System.nanoTime());
      }
    }
    return state;
  }

  private void read(Call call, Key key, State state) {
    long beganNanos = System.nanoTime();
    Response response = tooMany();
    try {
      Panel panel = key.panel();
      response =
          call.baton()
              .forOperator(
                  LONGEST,
                  () -> call.rest().call("GET", panel.path(), panel.query(), Bytes.of("")));
    } finally {
      ended(key, state, response, beganNanos);
    }
  }

  private static Response tooMany() {
    return new HttpProblem(503, "Too many requests at once; try again").response();
  }

  private synchronized void ended(Key key, State state, Response response, long beganNanos) {
    state.isBeingRead = false;
    state.latest = response;
    state.beganNanos = beganNanos;
    state.tookNanos = System.nanoTime() - beganNanos;
    if (state.tookNanos < FAST_NANOS) {
      // The read was fast, so the next request reads again.
      known.remove(key, state);
    }
    notifyAll();
  }

  private synchronized void await(List<State> states, Duration wait) {
    long endNanos = System.nanoTime() + wait.toNanos();
    try {
      while (states.stream().anyMatch(state -> state.isBeingRead)) {
        long left = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
        if (left <= 0) {
          return;
        }
        wait(left);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static void put(ObjectNode shown, State state) {
    if (state.isBeingRead) {
      shown.put("pending", true);
    }
    Response latest = state.latest;
    long ageNanos = System.nanoTime() - state.beganNanos;
    if (latest == null || ageNanos > USABLE_NANOS) {
      return;
    }
    shown.put("status", latest.status());
    shown.put("ageMillis", TimeUnit.NANOSECONDS.toMillis(ageNanos));
    shown.put("millis", TimeUnit.NANOSECONDS.toMillis(state.tookNanos));
    shown.putRawValue("body", new RawValue(latest.body().toText()));
  }
}
