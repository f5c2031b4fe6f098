package dev.baton.spring;

import dev.baton.Baton;

/** A bean that is called with the node each time the node has started. */
@FunctionalInterface
public interface BatonStarted {
  void started(Baton baton);
}
