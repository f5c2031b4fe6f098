package dev.baton.kafka.receive;

import dev.baton.api.AddResult;
import dev.baton.api.Batch;
import dev.baton.api.TaskAdder;
import dev.baton.api.TaskRequest;
import dev.baton.api.Transaction;
import java.util.Collection;
import java.util.List;

/** Forwards calls to another adder. Subclasses implement the calls of a receiver. */
abstract class ForwardingAdder implements TaskAdder {
  final TaskAdder tasks;

  ForwardingAdder(TaskAdder tasks) {
    this.tasks = tasks;
  }

  @Override
  public List<AddResult> addAll(
      Transaction transaction, Collection<? extends TaskRequest<?, ?>> requests) {
    return tasks.addAll(transaction, requests);
  }

  @Override
  public Batch.Added addBatch(Batch batch) {
    return tasks.addBatch(batch);
  }
}
