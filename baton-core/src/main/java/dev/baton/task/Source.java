package dev.baton.task;

/** What ready tasks are pulled of: one flow, or many as if they were one. */
public sealed interface Source permits Flow, KeyedFlows {

  /** The type of all of its tasks. */
  String type();

  /** Whether the flow's tasks are among its own. */
  boolean has(Flow flow);
}
