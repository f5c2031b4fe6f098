package dev.baton.kafka.receive;

import dev.baton.api.AddResult;
import dev.baton.api.TaskAdder;
import dev.baton.api.TaskRequest;
import dev.baton.api.error.StoreUnavailableException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Simulates an unreachable database whose last response is lost. */
final class TroubledAdder extends ForwardingAdder {
  final AtomicBoolean away = new AtomicBoolean();
  final AtomicBoolean loseAnAnswer = new AtomicBoolean();
  final AtomicInteger refused = new AtomicInteger();

  TroubledAdder(TaskAdder tasks) {
    super(tasks);
  }

  @Override
  public List<AddResult> addAll(Collection<? extends TaskRequest<?, ?>> requests) {
    if (away.get()) {
      refused.incrementAndGet();
      throw new StoreUnavailableException("away");
    }
    List<AddResult> results = tasks.addAll(requests);
    if (loseAnAnswer.getAndSet(false)) {
      throw new StoreUnavailableException("the answer is lost");
    }
    return results;
  }
}
