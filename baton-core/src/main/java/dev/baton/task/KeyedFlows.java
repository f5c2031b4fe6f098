package dev.baton.task;

/**
 * All flows of a type that have a key. Where they are many, their tasks are read in the order in
 * which they run, and not flow by flow.
 *
 * @param type the task type
 */
public record KeyedFlows(String type) implements Source {

  @Override
  public boolean has(Flow flow) {
    return !flow.key().isEmpty() && flow.type().equals(type);
  }

  @Override
  public String toString() {
    return type + " / all keys";
  }
}
