package dev.baton.testkit;

import dev.baton.task.Task;
import java.util.List;

/** A live task and the keys it registered. */
record LiveRow(Task task, List<KeyClaim> keys) {}
