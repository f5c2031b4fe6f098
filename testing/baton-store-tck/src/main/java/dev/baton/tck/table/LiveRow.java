package dev.baton.tck.table;

import dev.baton.task.row.Task;
import java.util.List;

/**
 * A live task.
 *
 * @param keys the keys it registered
 * @param awaited whether other tasks may wait for it
 */
public record LiveRow(Task task, List<KeyClaim> keys, boolean awaited) {}
