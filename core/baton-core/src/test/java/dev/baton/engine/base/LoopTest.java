package dev.baton.engine.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.NodeSettings;
import dev.baton.engine.runtime.SystemRuntime;
import dev.baton.spi.NodeRuntime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoopTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final AtomicInteger rounds = new AtomicInteger();
  private final CountDownLatch enough = new CountDownLatch(4);

  /** Throws any throwable, checked or not. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> Duration thrown(String type) throws T {
    try {
      throw (T) Class.forName(type).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.lang.OutOfMemoryError",
        "java.lang.StackOverflowError",
        "java.lang.ThreadDeath",
        "java.lang.NoClassDefFoundError",
        "java.lang.Throwable",
        "java.io.IOException",
        "java.lang.InterruptedException",
        "java.lang.IllegalStateException",
      })
  void errorsOfARoundNeverEndALoop(String type) throws Exception {
    Loop loop =
        new Loop(
            "test",
            new SystemRuntime(1, true),
            new Events(List.of()),
            Duration.ofMillis(1),
            () -> {
              rounds.incrementAndGet();
              enough.countDown();
              return LoopTest.<RuntimeException>thrown(type);
            });
    loop.start();
    assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
    loop.stop();
    assertThat(loop.join(PATIENCE)).isTrue();
    assertThat(loop.hasDied()).isFalse();
  }

  @Test
  void errorsOfRandomOrClockNeverEndALoop() throws Exception {
    Broken broken = new Broken();
    Loop loop =
        new Loop(
            "test",
            broken,
            new Events(List.of()),
            Duration.ofMillis(1),
            () -> {
              rounds.incrementAndGet();
              enough.countDown();
              broken.isBroken.set(true);
              throw new OutOfMemoryError("the first");
            });
    loop.start();
    while (!enough.await(1, TimeUnit.MILLISECONDS)) {
      broken.isBroken.set(false);
    }
    loop.stop();
    assertThat(loop.join(PATIENCE)).isTrue();
  }

  @Test
  void deadLoopStopsTheNodesClaims() throws Exception {
    Mortal runtime = new Mortal();
    Loop loop = new Loop("test", runtime, new Events(List.of()), () -> Duration.ofMillis(1));
    Supervisor supervisor = new Supervisor(runtime, NodeSettings.defaults());
    supervisor.watchOthers(List.of(loop));
    loop.start();
    assertThat(supervisor.mayClaim()).isTrue();
    runtime.crashed.set(true);
    assertThat(loop.join(PATIENCE)).isTrue();
    assertThat(supervisor.mayClaim()).isFalse();
    assertThat(supervisor.late()).containsExactly("test");
  }

  @Test
  void hangingLoopIsLateUntilItContinues() throws Exception {
    Later runtime = new Later();
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    Loop loop =
        new Loop(
            "test",
            runtime,
            new Events(List.of()),
            () -> {
              hangs.countDown();
              goesOn.await();
              return Duration.ofHours(1);
            });
    Supervisor supervisor = new Supervisor(runtime, NodeSettings.defaults());
    supervisor.watch(List.of(loop));
    loop.start();
    assertThat(hangs.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(supervisor.mayClaim()).isTrue();
    runtime.minutes.set(2);
    supervisor.look();
    supervisor.look();
    assertThat(supervisor.mayClaim()).isFalse();
    goesOn.countDown();
    while (!supervisor.mayClaim()) {
      Thread.onSpinWait();
    }
    assertThat(supervisor.late()).isEmpty();
    loop.stop();
    assertThat(loop.join(PATIENCE)).isTrue();
  }

  /** A runtime that delegates to the real one. */
  private static class Machine implements NodeRuntime {
    private final SystemRuntime real = new SystemRuntime(1, true);

    @Override
    public long nanoTime() {
      return real.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
      return real.currentTimeMillis();
    }

    @Override
    public RandomGenerator random() {
      return real.random();
    }

    @Override
    public Signal signal() {
      return real.signal();
    }

    @Override
    public Worker start(String name, Runnable body) {
      return real.start(name, body);
    }

    @Override
    public Worker startAttempt(String name, Runnable body) {
      return real.startAttempt(name, body);
    }
  }

  /** A runtime whose clock and random numbers can run out of memory. */
  private static final class Broken extends Machine {
    final AtomicBoolean isBroken = new AtomicBoolean();

    private void fail() {
      if (isBroken.get()) {
        throw new OutOfMemoryError("a seam's");
      }
    }

    @Override
    public long nanoTime() {
      fail();
      return super.nanoTime();
    }

    @Override
    public RandomGenerator random() {
      fail();
      return super.random();
    }
  }

  private Loop resting(NodeRuntime runtime) throws Exception {
    Loop loop =
        new Loop(
            "rests",
            runtime,
            new Events(List.of()),
            () -> {
              rounds.incrementAndGet();
              return Duration.ofHours(1);
            });
    loop.mayRest();
    loop.start();
    awaitRest(1);
    return loop;
  }

  /** Waits until this number of rounds are over and the loop has no thread. */
  private void awaitRest(int number) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (rounds.get() < number
        || Thread.getAllStackTraces().keySet().stream()
            .anyMatch(thread -> thread.getName().equals("baton-rests"))) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(1);
    }
    assertThat(rounds).hasValue(number);
  }

  @Test
  void loopNeedsNoThreadForALongWait() throws Exception {
    Loop loop = resting(new SystemRuntime(1, true));
    assertThat(loop.hasDied()).isFalse();
    loop.wake();
    awaitRest(2);
    long now = System.nanoTime();
    loop.resumeIfDue(now + TimeUnit.MINUTES.toNanos(50));
    loop.resumeIfDue(now + TimeUnit.MINUTES.toNanos(61));
    awaitRest(3);
    loop.stop();
    assertThat(loop.join(PATIENCE)).isTrue();
    loop.wake();
    awaitRest(3);
  }

  @Test
  void loopThatGetsNoThreadIsLateAndTriesAgain() throws Exception {
    Threadless runtime = new Threadless();
    Loop loop = resting(runtime);
    runtime.isFull.set(true);
    loop.wake();
    loop.resumeIfDue(System.nanoTime());
    assertThat(loop.lateNanos(System.nanoTime())).isPositive();
    runtime.isFull.set(false);
    loop.resumeIfDue(System.nanoTime());
    awaitRest(2);
    loop.stop();
  }

  /** A runtime that may have no more threads. */
  private static final class Threadless extends Machine {
    final AtomicBoolean isFull = new AtomicBoolean();

    @Override
    public Worker start(String name, Runnable body) {
      if (isFull.get()) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      return super.start(name, body);
    }
  }

  /** A runtime whose threads can be ended. */
  private static final class Mortal extends Machine {
    final AtomicBoolean crashed = new AtomicBoolean();

    @Override
    public boolean hasCrashed() {
      return crashed.get();
    }
  }

  /** A runtime whose clock can be set forward. */
  private static final class Later extends Machine {
    final AtomicInteger minutes = new AtomicInteger();

    @Override
    public long nanoTime() {
      return super.nanoTime() + TimeUnit.MINUTES.toNanos(minutes.get());
    }
  }
}
