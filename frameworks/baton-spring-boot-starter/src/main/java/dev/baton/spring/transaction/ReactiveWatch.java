package dev.baton.spring.transaction;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.transaction.reactive.TransactionContext;
import reactor.core.CoreSubscriber;
import reactor.core.Fuseable;
import reactor.core.Fuseable.QueueSubscription;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/**
 * Sets the subscriber's reactive transaction on the thread during each signal of Reactor's
 * operators, so that adds in a pipeline can be refused. Used only in applications with a reactive
 * transaction manager, because each signal takes a few nanoseconds longer.
 */
public final class ReactiveWatch {
  private static final String KEY = "dev.baton.transactions";

  private ReactiveWatch() {}

  /** Watches pipelines that are assembled from now on; a second call has no effect. */
  public static void begin() {
    Hooks.onEachOperator(
        KEY, Operators.liftPublisher((publisher, subscriber) -> new Watched<>(subscriber)));
    Schedulers.onScheduleHook(KEY, ReactiveWatch::keeping);
  }

  /**
   * Keeps the transaction of the scheduling thread while the scheduled task runs on another thread.
   */
  private static Runnable keeping(Runnable task) {
    TransactionContext context = ReactiveTransaction.current();
    if (context == null) {
      return task;
    }
    return () -> {
      TransactionContext before = ReactiveTransaction.enter(context);
      try {
        task.run();
      } finally {
        ReactiveTransaction.enter(before);
      }
    };
  }

  /**
   * Passes on all signals, within the transaction of the subscriber or in none. Operators that
   * would fuse expect a queue; this class offers none, so that each signal passes through it.
   */
  private static final class Watched<T> implements CoreSubscriber<T>, QueueSubscription<T> {
    private final CoreSubscriber<? super T> actual;
    private final @Nullable TransactionContext context;
    private @Nullable Subscription upstream;

    Watched(CoreSubscriber<? super T> actual) {
      this.actual = actual;
      Context seen = actual.currentContext();
      this.context =
          seen.hasKey(TransactionContext.class) ? seen.get(TransactionContext.class) : null;
    }

    @Override
    public Context currentContext() {
      return actual.currentContext();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      upstream = subscription;
      TransactionContext before = ReactiveTransaction.enter(context);
      try {
        actual.onSubscribe(this);
      } finally {
        ReactiveTransaction.enter(before);
      }
    }

    @Override
    public void onNext(T value) {
      TransactionContext before = ReactiveTransaction.enter(context);
      try {
        actual.onNext(value);
      } finally {
        ReactiveTransaction.enter(before);
      }
    }

    @Override
    public void onError(Throwable error) {
      TransactionContext before = ReactiveTransaction.enter(context);
      try {
        actual.onError(error);
      } finally {
        ReactiveTransaction.enter(before);
      }
    }

    @Override
    public void onComplete() {
      TransactionContext before = ReactiveTransaction.enter(context);
      try {
        actual.onComplete();
      } finally {
        ReactiveTransaction.enter(before);
      }
    }

    @Override
    public void request(long count) {
      TransactionContext before = ReactiveTransaction.enter(context);
      try {
        subscribed().request(count);
      } finally {
        ReactiveTransaction.enter(before);
      }
    }

    @Override
    public void cancel() {
      TransactionContext before = ReactiveTransaction.enter(context);
      try {
        subscribed().cancel();
      } finally {
        ReactiveTransaction.enter(before);
      }
    }

    @Override
    public int requestFusion(int mode) {
      return Fuseable.NONE;
    }

    @Override
    public @Nullable T poll() {
      return null;
    }

    @Override
    public int size() {
      return 0;
    }

    @Override
    public boolean isEmpty() {
      return true;
    }

    @Override
    public void clear() {}

    private Subscription subscribed() {
      if (upstream == null) {
        throw new IllegalStateException("A signal came before the subscription");
      }
      return upstream;
    }
  }
}
