/**
 * What operators do with tasks, by {@link dev.baton.api.operate.Operations}: search, look into,
 * retry, cancel, edit and explain them; and the audit of what was done.
 */
@NullMarked
package dev.baton.api.operate;

import org.jspecify.annotations.NullMarked;
