/**
 * Reads and changes tasks for operators, and for callers that don't run them. A change is one
 * transition of the row, if the row still has its version. It doesn't use the path of a running
 * task. Signals and cancellations are handled here, too.
 */
@NullMarked
package dev.baton.engine.operate;

import org.jspecify.annotations.NullMarked;
