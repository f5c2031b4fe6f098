package dev.baton.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SystemRuntimeTest {
  private static final InheritableThreadLocal<String> TENANT = new InheritableThreadLocal<>();
  private static final ClassLoader BUILDERS = Thread.currentThread().getContextClassLoader();
  private static final ClassLoader OTHER = new URLClassLoader(new URL[0], BUILDERS);

  /** The state that a body found on its thread. */
  private record Found(
      String tenant,
      ClassLoader loader,
      int priority,
      boolean daemon,
      boolean interrupted,
      String name) {
    static Found here() {
      Thread self = Thread.currentThread();
      return new Found(
          TENANT.get(),
          self.getContextClassLoader(),
          self.getPriority(),
          self.isDaemon(),
          self.isInterrupted(),
          self.getName());
    }
  }

  @Test
  void attemptsRunOnPoolIfVirtualThreadsAreOff() throws Exception {
    CompletableFuture<String> seen = new CompletableFuture<>();
    var worker =
        new SystemRuntime(1, false)
            .startAttempt("attempt", () -> seen.complete(Thread.currentThread().getName()));
    assertThat(seen.get(60, TimeUnit.SECONDS)).startsWith("baton-attempt-");
    assertThat(worker.join(Duration.ofSeconds(60))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void attemptsStartWithTheStateOfANewThread(boolean virtual) throws Exception {
    SystemRuntime runtime = new SystemRuntime(1, virtual);
    CompletableFuture<List<Found>> seen = new CompletableFuture<>();
    Thread starter =
        new Thread(
            () -> {
              dirty("the starter's");
              Found first = attempt(runtime);
              Found second = attempt(runtime);
              CompletableFuture<Found> loop = new CompletableFuture<>();
              runtime.start("loop", () -> loop.complete(Found.here()));
              seen.complete(List.of(first, second, loop.join()));
            });
    starter.setDaemon(false);
    starter.start();
    for (Found found : seen.get(60, TimeUnit.SECONDS)) {
      assertThat(found.tenant()).isNull();
      assertThat(found.loader()).isSameAs(BUILDERS);
      assertThat(found.priority()).isEqualTo(Thread.NORM_PRIORITY);
      assertThat(found.daemon()).isTrue();
      assertThat(found.interrupted()).isFalse();
      assertThat(found.name()).matches("loop|attempt|baton-attempt-1");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void withoutPoolAttemptsDoNotShareThreadState(boolean virtual) {
    SystemRuntime runtime = SystemRuntime.withoutPool(virtual);
    assertThat(tenantFoundAndSet(runtime)).isNull();
    assertThat(tenantFoundAndSet(runtime)).isNull();
  }

  /**
   * On a pool the next attempt sees it, as the guide says. {@code withoutThreadPool} prevents this.
   */
  @Test
  void onPoolTheNextAttemptSeesLeftoverThreadLocals() {
    SystemRuntime runtime = new SystemRuntime(1, false);
    assertThat(tenantFoundAndSet(runtime)).isNull();
    assertThat(tenantFoundAndSet(runtime)).isEqualTo("a handler's");
  }

  @Test
  void poolThreadsEndWithTheNodeAndLateAttemptsStillRun() throws Exception {
    SystemRuntime runtime = new SystemRuntime(2, false);
    CountDownLatch free = new CountDownLatch(1);
    CompletableFuture<Thread> idle = new CompletableFuture<>();
    CompletableFuture<Thread> busy = new CompletableFuture<>();
    runtime.startAttempt(
        "busy",
        () -> {
          busy.complete(Thread.currentThread());
          awaited(free);
        });
    busy.get(60, TimeUnit.SECONDS);
    runtime.startAttempt("idle", () -> idle.complete(Thread.currentThread()));
    idle.get(60, TimeUnit.SECONDS);

    runtime.nodeEnded();

    assertThat(ends(idle.get())).isTrue();
    assertThat(busy.get().isAlive()).isTrue();
    free.countDown();
    assertThat(ends(busy.get())).isTrue();
    CompletableFuture<Thread> late = new CompletableFuture<>();
    runtime.startAttempt("late", () -> late.complete(Thread.currentThread()));
    assertThat(ends(late.get(60, TimeUnit.SECONDS))).isTrue();
  }

  /** Long before an idle thread ends. */
  private static boolean ends(Thread thread) throws InterruptedException {
    thread.join(Duration.ofSeconds(15).toMillis());
    return !thread.isAlive();
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException early) {
      Thread.currentThread().interrupt();
    }
  }

  private static String tenantFoundAndSet(SystemRuntime runtime) {
    CompletableFuture<String> seen = new CompletableFuture<>();
    runtime.startAttempt(
        "attempt",
        () -> {
          String found = TENANT.get();
          TENANT.set("a handler's");
          seen.complete(found);
        });
    return seen.join();
  }

  /** Runs a body that changes its thread's state, and returns the state that it found. */
  private static Found attempt(SystemRuntime runtime) {
    CompletableFuture<Found> seen = new CompletableFuture<>();
    runtime.startAttempt(
        "attempt",
        () -> {
          Found found = Found.here();
          boolean pooled = found.name().startsWith("baton-attempt");
          dirty(pooled ? null : "a handler's");
          seen.complete(found);
        });
    return seen.join();
  }

  private static void dirty(String tenant) {
    Thread self = Thread.currentThread();
    // A handler must remove what it sets on a pool's thread.
    TENANT.set(tenant);
    self.setContextClassLoader(OTHER);
    self.setPriority(Thread.MAX_PRIORITY);
    self.setName("dirty");
    self.setUncaughtExceptionHandler((thread, broken) -> {});
    if (tenant == null || !tenant.startsWith("the starter")) {
      self.interrupt();
    }
  }
}
