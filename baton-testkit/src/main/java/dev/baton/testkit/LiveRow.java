package dev.baton.testkit;

import dev.baton.task.Task;
import java.util.List;

/**
 * A live task.
 *
 * @param keys the keys it registered
 * @param awaited whether others may wait for it
 */
record LiveRow(Task task, List<KeyClaim> keys, boolean awaited) {}
