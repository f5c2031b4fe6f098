/**
 * Operators' access to tasks, by {@link dev.baton.operate.Operations}: search, inspect, retry,
 * cancel, edit and explain tasks, and read the audit of manual changes.
 */
@NullMarked
package dev.baton.operate;

import org.jspecify.annotations.NullMarked;
