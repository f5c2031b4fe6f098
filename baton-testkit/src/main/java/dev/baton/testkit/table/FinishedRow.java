package dev.baton.testkit.table;

import dev.baton.task.FinishedTask;
import java.util.List;

/** A finished task and the keys it would have to take anew. */
public record FinishedRow(FinishedTask task, List<KeyClaim> keys) {}
