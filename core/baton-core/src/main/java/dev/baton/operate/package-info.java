/**
 * What operators do with tasks, by {@link dev.baton.operate.Operations}: search, look into, retry,
 * cancel, edit and explain them; and the audit of what was done.
 */
@NullMarked
package dev.baton.operate;

import org.jspecify.annotations.NullMarked;
