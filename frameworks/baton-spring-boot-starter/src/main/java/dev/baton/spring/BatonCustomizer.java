package dev.baton.spring;

import dev.baton.Baton;

/** A bean that changes this application's node last, before the node starts. */
@FunctionalInterface
public interface BatonCustomizer {
  void customize(Baton.Builder node);
}
